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

export const AppRoutes = () => (
  <Router hook={useRawLocation}>
    <Switch>
      <Route path={routes.providerList.pattern}>
        <ProviderList />
      </Route>
      <Route path={routes.examList.pattern}>
        {({ providerId }) => {
          const id = decodeSegment(providerId);
          return <ExamList key={id} providerId={id} />;
        }}
      </Route>
      <Route path={routes.examRunner.pattern}>
        {(params) => {
          const providerId = decodeSegment(params.providerId);
          const examId = decodeSegment(params.examId);
          const key = JSON.stringify([providerId, examId]);
          return <ExamRunner key={key} providerId={providerId} examId={examId} />;
        }}
      </Route>
      <Route>
        <Suspense>
          <NotFound />
        </Suspense>
      </Route>
    </Switch>
    <Notices />
  </Router>
);
