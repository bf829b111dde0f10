import type { ReactNode } from 'react';
import { type BaseLocationHook, Router, useLocation } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { readScreen } from '#contract/routes.ts';
import { ExamListShell } from '#screens/exam-list/exam-list-frame.tsx';
import { ExamRunnerShell } from '#screens/exam-runner/exam-runner-frame.tsx';
import { ProviderListShell } from '#screens/provider-list/provider-list-frame.tsx';
import { SampleQuestion } from '#screens/provider-list/sample-question.tsx';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Screen } from '#ui/screen.tsx';

/**
 * wouter runs `decodeURI` over every path, which loses names such as `50%2F`. Doubling each `%`
 * makes that decoding give the raw path back, so that `readScreen` decodes each id once.
 */
export const useRawLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation();
  return [path.replaceAll('%', '%25'), navigate];
};

/** The screen that the address names. */
export const useScreenAddress = () => readScreen(useLocation()[0]);

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

const ShellScreen = ({ children }: { children: ReactNode }) => {
  const address = useScreenAddress();
  if (address.screen === 'home') {
    return <ProviderListShell sample={<SampleQuestion isBusy />}>{children}</ProviderListShell>;
  }
  if (address.screen === 'list') {
    return <ExamListShell providerId={address.providerId}>{children}</ExamListShell>;
  }
  if (address.screen === 'other') return <BareScreen>{children}</BareScreen>;
  const { providerId, examId } = address;
  return (
    <ExamRunnerShell providerId={providerId} examId={examId}>
      {children}
    </ExamRunnerShell>
  );
};

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
    <ShellScreen>{children}</ShellScreen>
  </Router>
);
