import { Route, Switch } from 'wouter';
import { createApi } from '#api/calls.ts';
import { SITE } from '#contract/addresses.ts';
import type { Config } from '#contract/config.ts';
import { decodeSegment, routes } from '#contract/routes.ts';
import { delay } from '#offline/delay.ts';
import { isOnDevice } from '#offline/library/exam-library.ts';
import { openAhead } from '#offline/session/exam-session.ts';
import { ExamList } from '#screens/exam-list/exam-list.tsx';
import { ExamRunner } from '#screens/exam-runner/exam-runner.tsx';
import '#theme/print.css';
import { NotFound } from '#screens/not-found/not-found.tsx';
import { fetchByStrategy } from './config-source.ts';

/** How long the app's first render may wait for a question, in milliseconds. */
const STAYING = 3000;

/** Opens the address's exam ahead of the app's first render, if its question is painted or saved. */
export const openExamAhead = async ({ apiUrl }: Config) => {
  const [, provider = '', id = ''] = location.pathname.slice(SITE.length).split('/');
  const [providerId, examId] = [provider, id].map(decodeSegment);
  if (!providerId || !examId) return;
  const exam = { apiUrl, providerId, examId };
  const open = async () => {
    const isPainted = globalThis.painted?.exam?.apiUrl === apiUrl;
    if (!isPainted && !(await isOnDevice(exam))) return;
    await openAhead(createApi(apiUrl, fetchByStrategy), exam);
  };
  await Promise.race([open().catch(() => undefined), delay(STAYING)]);
};

/** Every screen except home, in a chunk that home does not load. */
export const ExamRoutes = () => (
  <Switch>
    <Route path={routes.examList.pattern}>
      {(params) => {
        const providerId = decodeSegment(params.providerId);
        if (providerId === undefined) return <NotFound />;
        return <ExamList key={providerId} providerId={providerId} />;
      }}
    </Route>
    <Route path={routes.examRunner.pattern}>
      {(params) => {
        const providerId = decodeSegment(params.providerId);
        const examId = decodeSegment(params.examId);
        if (providerId === undefined || examId === undefined) return <NotFound />;
        const key = JSON.stringify([providerId, examId]);
        return <ExamRunner key={key} providerId={providerId} examId={examId} />;
      }}
    </Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
);
