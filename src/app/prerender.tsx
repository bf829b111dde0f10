import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { SITE } from '#contract/addresses.ts';
import { ProviderCards } from '#screens/exam-links/provider-cards.tsx';
import { QuestionShell } from '#screens/exam-runner/frame/question-shell.tsx';
import { AppShell } from './app-shell.tsx';

const frameAt = (path: string) => (
  <Router ssrPath={SITE + path}>
    <AppShell />
  </Router>
);

const SOME = [{ id: 'id', name: '', examCount: 0 }];

/**
 * What the build writes into index.html: the frame of each screen at a sample address, and the two
 * parts that the inline script repeats and fills.
 */
const screens = {
  home: frameAt(''),
  list: frameAt('exams/id'),
  runner: frameAt('exams/id/id'),
  other: frameAt('other'),
  card: (
    <Router ssrPath={SITE}>
      <ProviderCards providers={SOME} renderExams={() => null} />
    </Router>
  ),
  question: <QuestionShell />,
};

/** The markup of each, by name. */
export const prerender = () =>
  Object.fromEntries(
    Object.entries(screens).map(([name, screen]) => [name, renderToStaticMarkup(screen)]),
  );
