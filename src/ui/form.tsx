import type { ComponentProps, ReactNode } from 'react';

/** A form that is sent nowhere. */
export const Form = ({
  onSubmit,
  ...props
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);

type ActionRowProps = { said: string; className?: string | undefined; children: ReactNode };

/** A button, and beside it what came of it. */
export const ActionRow = ({ said, className = '', children }: ActionRowProps) => (
  <div className={`cluster row ${className}`}>
    {children}
    <p role="status" className="quiet">
      {said}
    </p>
  </div>
);
