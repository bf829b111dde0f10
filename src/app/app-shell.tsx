import type { ReactNode } from 'react';
import { type BaseLocationHook, Route, Router, Switch } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { decodeSegment, routes } from '#contract/routes.ts';
import { ExamListShell } from '#screens/exam-list/exam-list-frame.tsx';
import { ExamRunnerShell } from '#screens/exam-runner/exam-runner-frame.tsx';
import { ProviderListShell } from '#screens/provider-list/provider-list-frame.tsx';
import { SampleQuestion } from '#screens/provider-list/sample-question.tsx';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Screen } from '#ui/screen.tsx';

/**
 * wouter runs `decodeURI` over every path, which loses names such as `50%2F`. Doubling each `%`
 * makes that decoding give the raw path back, so each parameter can be decoded once, by us.
 */
export const useRawLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation();
  return [path.replaceAll('%', '%25'), navigate];
};

/** Shown instead of a screen when the configuration failed or a bug occurred. */
export const Notice = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Screen title={title} actions={<ThemeToggle />}>
    <h1>{title}</h1>
    {children}
  </Screen>
);

/** For an unknown address. */
const BareScreen = ({ children }: { children: ReactNode }) => (
  <Screen title="" actions={<ThemeToggle />}>
    {children}
  </Screen>
);

type AppShellProps = {
  /** Where the address comes from; the build names one for each screen. */
  hook?: BaseLocationHook;
  /** Shown below everything else, such as what is loading. */
  children?: ReactNode;
};

/**
 * Each screen's placeholders, which need only its address. The build writes them into index.html,
 * so that they paint before any script loads, and the app shows the same until it has its
 * configuration.
 */
export const AppShell = ({ hook = useRawLocation, children }: AppShellProps) => (
  <Router hook={hook}>
    <Switch>
      <Route path={routes.providerList.pattern}>
        <ProviderListShell sample={<SampleQuestion isBusy />}>{children}</ProviderListShell>
      </Route>
      <Route path={routes.examList.pattern}>
        {(params) => {
          const providerId = decodeSegment(params.providerId);
          if (providerId === undefined) return <BareScreen>{children}</BareScreen>;
          return <ExamListShell providerId={providerId}>{children}</ExamListShell>;
        }}
      </Route>
      <Route path={routes.examRunner.pattern}>
        {(params) => {
          const providerId = decodeSegment(params.providerId);
          const examId = decodeSegment(params.examId);
          if (providerId === undefined || examId === undefined) {
            return <BareScreen>{children}</BareScreen>;
          }
          return (
            <ExamRunnerShell providerId={providerId} examId={examId}>
              {children}
            </ExamRunnerShell>
          );
        }}
      </Route>
      <Route>
        <BareScreen>{children}</BareScreen>
      </Route>
    </Switch>
  </Router>
);
