import { Route, Switch } from 'wouter';
import { createApi } from '#api/calls.ts';
import type { Config } from '#contract/config.ts';
import { decodeSegment, routes } from '#contract/routes.ts';
import { fetchByStrategy } from '#offline/page/config-source.ts';
import { prefetchSession } from '#offline/session/prefetched-exam.ts';
import { ExamList } from '#screens/exam-list/exam-list.tsx';
import { ExamRunner } from '#screens/exam-runner/exam-runner.tsx';
import { NotFound } from '#screens/not-found/not-found.tsx';

/** Opens the exam whose first question the page already shows. */
export const prefetchPaintedExam = async (config: Config) => {
  const exam = globalThis.painted?.exam;
  if (exam?.apiUrl !== config.apiUrl) return;
  await prefetchSession(createApi(config.apiUrl, fetchByStrategy), exam);
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
