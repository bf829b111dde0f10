import { createApi } from '#api/calls.ts';
import type { Config } from '#contract/config.ts';
import { apiOf, isOwn, OWN_PROVIDER } from '#contract/own.ts';
import { readRoute } from '#contract/routes.ts';
import { isOnDevice } from '#offline/library/exam-library.ts';
import { ownApi } from '#offline/library/own-api.ts';
import { openAhead } from '#offline/session/open-exam.ts';
import { delay } from '#primitives/delay.ts';
import { ExamList } from '#screens/exam-list/exam-list.tsx';
import { ExamRunner } from '#screens/exam-runner/exam-runner.tsx';
import { NotFound } from '#screens/not-found/not-found.tsx';
import { OwnExamsApi } from '#screens/own-exams/own-exams-api.tsx';
import '#theme/print.css';
import { useRoute } from './app-shell.tsx';
import { fetchByStrategy } from './config-source.ts';

/** How long the app's first render may wait for a question, in milliseconds. */
const STAYING = 3000;

/** Opens the address's exam ahead of the app's first render, if its question is painted or saved. */
export const openExamAhead = async (config: Config) => {
  const route = readRoute(location.pathname);
  if (route.screen !== 'runner') return;
  const { providerId, examId } = route;
  const apiUrl = apiOf(providerId, config.apiUrl);
  const exam = { apiUrl, providerId, examId };
  const open = async () => {
    const isPainted = globalThis.painted?.exam?.apiUrl === apiUrl;
    if (!isPainted && !(await isOnDevice(exam))) return;
    await openAhead(isOwn(exam) ? ownApi : createApi(apiUrl, fetchByStrategy), exam);
  };
  await Promise.race([open().catch(() => undefined), delay(STAYING)]);
};

const Screens = ({ route }: { route: ReturnType<typeof useRoute> }) => {
  if (!('providerId' in route)) return <NotFound />;
  const { providerId } = route;
  if (route.screen === 'list') return <ExamList key={providerId} providerId={providerId} />;
  const { examId } = route;
  return <ExamRunner key={JSON.stringify([providerId, examId])} {...{ providerId, examId }} />;
};

/** Every screen except home, in a chunk that home does not load. */
export const ExamRoutes = () => {
  const route = useRoute();
  const screens = <Screens route={route} />;
  const isOfOwn = 'providerId' in route && route.providerId === OWN_PROVIDER;
  return isOfOwn ? <OwnExamsApi>{screens}</OwnExamsApi> : screens;
};
