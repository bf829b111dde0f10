import type { ReactNode } from 'react';
import { OtherApi } from '#api/api-context.tsx';
import { OWN_API } from '#contract/own.ts';
import { ownApi } from '#offline/library/own-api.ts';

/** Its screens are about the learner's own exams, which this device has. */
export const OwnExamsApi = ({ children }: { children: ReactNode }) => (
  <OtherApi apiUrl={OWN_API} api={ownApi}>
    {children}
  </OtherApi>
);
