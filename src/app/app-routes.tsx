import { Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { decodeSegment, routes } from '#contract/routes.ts';
import { ExamList } from '#screens/exam-list/exam-list.tsx';
import { ExamRunner } from '#screens/exam-runner/exam-runner.tsx';
import { ProviderList } from '#screens/provider-list/provider-list.tsx';
import { later } from '#ui/later.tsx';
import { Notices } from './notices.tsx';
import { useRawLocation } from './raw-location.ts';

const NotFound = later(() => import('#screens/not-found/not-found.tsx'), 'NotFound');

const Unknown = () => (
  <Suspense>
    <NotFound />
  </Suspense>
);

export const AppRoutes = () => (
  <Router hook={useRawLocation}>
    <Switch>
      <Route path={routes.providerList.pattern}>
        <ProviderList />
      </Route>
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
    <Notices />
  </Router>
);
