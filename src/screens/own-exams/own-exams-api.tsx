import type { ReactNode } from 'react';
import { type Connection, ConnectionContext } from '#api/api-context.tsx';
import { OWN_API } from '#contract/own.ts';
import { ownApi } from '#offline/library/own-api.ts';

/** Own exams have no pages elsewhere. */
const connection: Connection = {
  api: ownApi,
  config: { apiUrl: OWN_API, discussionUrl: false, reportUrl: undefined },
};

/** Its screens are about the learner's own exams, which this device has. */
export const OwnExamsApi = ({ children }: { children: ReactNode }) => (
  <ConnectionContext value={connection}>{children}</ConnectionContext>
);
