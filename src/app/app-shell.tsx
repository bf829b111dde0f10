import type { ReactNode } from 'react';
import { useRouter } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { readRoute } from '#contract/routes.ts';
import { ExamListShell } from '#screens/exam-list/exam-list-frame.tsx';
import { ExamRunnerShell } from '#screens/exam-runner/frame/exam-runner-frame.tsx';
import { ProviderListShell } from '#screens/provider-list/provider-list-frame.tsx';
import { SampleQuestion } from '#screens/provider-list/sample-question.tsx';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Screen } from '#ui/screen.tsx';

/**
 * The screen of the address bar's path, read raw: wouter runs `decodeURI` over the paths that it
 * matches, which loses names such as `50%2F`.
 */
export const useRoute = () => readRoute(usePathname(useRouter()));

/** Shown instead of a screen when the configuration failed or a bug occurred. */
export const Notice = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Screen title={title} actions={<ThemeToggle />}>
    <h1>{title}</h1>
    {children}
  </Screen>
);

/**
 * Each screen's placeholders, which need only its address. The build writes them into index.html,
 * so that they paint before any script loads, and the app shows the same until it has its
 * configuration. `children` are shown below everything else, such as what is loading.
 */
export const AppShell = ({ children }: { children?: ReactNode }) => {
  const route = useRoute();
  switch (route.screen) {
    case 'home':
      return <ProviderListShell sample={<SampleQuestion isBusy />}>{children}</ProviderListShell>;
    case 'list':
      return <ExamListShell providerId={route.providerId}>{children}</ExamListShell>;
    case 'runner': {
      const { providerId, examId } = route;
      return <ExamRunnerShell {...{ providerId, examId }}>{children}</ExamRunnerShell>;
    }
    case 'other':
      return (
        <Screen title="" actions={<ThemeToggle />}>
          {children}
        </Screen>
      );
  }
};
