import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

type ActionFormProps = {
  className: string;
  /** Gets what its fields hold, and resolves to what came of it, in words. */
  act: (data: FormData) => Promise<string>;
  /** The words of its button; without them there is none. */
  label: string | false;
  /** What else there is to say of the button, and of the row that it is in. */
  button?: ComponentProps<typeof Button>;
  row?: string | undefined;
  children: ReactNode;
};

/**
 * A form that is sent nowhere, with its button, and beside that what came of it. It acts once at a
 * time.
 */
export const ActionForm = ({ className, act, label, button, row, children }: ActionFormProps) => {
  const [said, setSaid] = useState('');
  const [isActing, setActing] = useState(false);
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (isActing) return;
        setActing(true);
        void act(new FormData(event.currentTarget))
          .then(setSaid)
          .finally(() => setActing(false));
      }}
    >
      {children}
      <div className={`cluster row ${row ?? ''}`}>
        {label && (
          <Button type="submit" {...button}>
            {label}
          </Button>
        )}
        <p role="status" className="quiet">
          {said}
        </p>
      </div>
    </form>
  );
};
