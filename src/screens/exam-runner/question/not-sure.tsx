import type { ComponentProps } from 'react';
import { TextButton } from '#ui/button.tsx';

/** Also painted before the app has loaded, so that it doesn't come in later. */
export const NotSure = (props: ComponentProps<'button'>) => (
  <div className="outdented">
    <TextButton {...props}>Not sure</TextButton>
  </div>
);
