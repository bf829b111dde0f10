import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { decodeSegment, routes } from '#contract/routes.ts';
import { ExamList } from '#screens/exam-list/exam-list.tsx';
import { ExamRunner } from '#screens/exam-runner/exam-runner.tsx';
import { later } from '#ui/later.tsx';

const NotFound = later(() => import('#screens/not-found/not-found.tsx'), 'NotFound');

const Unknown = () => (
  <Suspense>
    <NotFound />
  </Suspense>
);

/** Every screen but home. Their code is a file of its own, which home does without. */
export const ExamRoutes = () => (
  <Switch>
    <Route path={routes.examList.pattern}>
      {(params) => {
        const providerId = decodeSegment(params.providerId);
        if (providerId === undefined) return <Unknown />;
        return <ExamList key={providerId} providerId={providerId} />;
      }}
    </Route>
    <Route path={routes.examRunner.pattern}>
      {(params) => {
        const providerId = decodeSegment(params.providerId);
        const examId = decodeSegment(params.examId);
        if (providerId === undefined || examId === undefined) return <Unknown />;
        const key = JSON.stringify([providerId, examId]);
        return <ExamRunner key={key} providerId={providerId} examId={examId} />;
      }}
    </Route>
    <Route>
      <Unknown />
    </Route>
  </Switch>
);
