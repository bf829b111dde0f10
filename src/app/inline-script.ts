import { type Painted, prefetch } from '#api/prefetched-answers.ts';
import { type PrefetchedExam, prefetchExam } from '#api/prefetched-exam.ts';
import { examsAddress, FILES_MARK, providersAddress, SITE } from '#contract/addresses.ts';
import { cacheNameOf, DOCUMENT } from '#contract/caches.ts';
import { CONFIG_ADDRESS, CONFIG_KEY } from '#contract/config.ts';
import { OWN_API, OWN_PROVIDER } from '#contract/own.ts';
import { readRoute, routes } from '#contract/routes.ts';
import type { Question, QuestionAnswer } from '#contract/wire.ts';
import { RETURNING_KEY, readText, writeText } from '#storage/local-storage.ts';
import { paintTheme } from '#theme/paint-theme.ts';
import { DEFAULT_THEME, otherTheme, THEME_KEY, themeOf, toggleText } from '#theme/themes.ts';
import {
  fill,
  fillHeader,
  fillName,
  findSlot,
  findTemplate,
  renderProviders,
  renderQuestion,
} from './paint.ts';

/**
 * What is inline in index.html, because it can't wait for the app's code (decision 7):
 *
 * - The theme, so that a light page is never dark first.
 * - The requests for what the screen needs, so that they run beside those for the code.
 * - The screen's frame: the build has rendered one for each route into a template; the script shows
 *   the one for the address, and fills in the ids.
 * - Home's providers and an exam's first question (paint.ts), if they arrive before the code.
 *
 * The app takes over by rendering the same in its place. Every failure is left to it.
 */

const route = readRoute(location.pathname);
const { screen } = route;
const providerId = 'providerId' in route ? route.providerId : '';
const examId = 'examId' in route ? route.examId : '';

const isForFiles = import.meta.env.MODE === 'files' || import.meta.env.MODE === 'edge';
const shippedApi = location.origin + SITE.slice(0, -1) + (isForFiles ? FILES_MARK : '');

/** The API of the last configuration, or the default. If it has changed, the app drops the answers. */
const findApi = (): string => {
  try {
    const { apiUrl } = JSON.parse(readText(CONFIG_KEY) ?? '');
    return typeof apiUrl === 'string' && URL.canParse(apiUrl) ? apiUrl : shippedApi;
  } catch {
    return shippedApi;
  }
};

const isOfOwn = providerId === OWN_PROVIDER;
const apiUrl = isOfOwn ? OWN_API : findApi();
const examKey = { apiUrl, providerId, examId };

const readPrefetched = async (address: string) => {
  const answer = (await prefetch(address)).clone();
  return answer.status === 200 ? answer.json() : undefined;
};

/** Whether the configuration names this API. Its parser would be too large here. */
const isConfigured = async () => {
  const config = await readPrefetched(CONFIG_ADDRESS);
  const mark = config.api === 'files' ? FILES_MARK : '';
  const named = new URL(`${config.apiUrl}`, location.origin).href.replace(/\/$/, '') + mark;
  return named === apiUrl;
};

/** Read before the app takes the answer. */
let configured: Promise<boolean>;

type FirstQuestion = { detail: PrefetchedExam['detail']; question: Question };

/** The first question of an exam that is saved on the device; undefined if there is none. */
const readSaved = async (): Promise<FirstQuestion | undefined> => {
  const entry = await caches.match(DOCUMENT, { cacheName: cacheNameOf(examKey) });
  if (!entry) return undefined;
  const { detail, questions } = await entry.json();
  const { answer } = new Map(questions).get(detail.questionIds[0]) as { answer: QuestionAnswer };
  return { detail, question: answer.question };
};

let savedFirst: Promise<FirstQuestion | undefined>;

/** Resolves once the run's first question has been requested. */
let prefetchedRun: Promise<PrefetchedExam | undefined> | undefined;

const prefetchScreen = () => {
  configured = isConfigured().catch(() => false);
  if (screen === 'home') prefetch(providersAddress(apiUrl));
  if (screen === 'list' && !isOfOwn) prefetch(examsAddress(apiUrl, providerId));
  if (screen !== 'runner') return;
  // A run in another order doesn't begin with the exam's first question.
  const isInOrder = !location.search;
  if (isInOrder) savedFirst = readSaved().catch(() => undefined);
  if (!isOfOwn) prefetchedRun = prefetchExam(examKey, isInOrder);
};

const findFirst = async (): Promise<FirstQuestion | undefined> => {
  const saved = await savedFirst;
  if (saved) return saved;
  const found = await prefetchedRun;
  if (!found || !(await configured)) return undefined;
  const { question }: QuestionAnswer = await (await found.answer).clone().json();
  return { detail: found.detail, question };
};

const replace = (placeholder: Element, shown: Element, painted: Painted) => {
  globalThis.painted = painted;
  placeholder.replaceWith(shown);
};

/** Keeps the app from replacing what a pointer is down on, because the click would be lost. */
const keepWhilePressed = (shown: Element, painted: Painted) =>
  shown.addEventListener('pointerdown', () => {
    painted.pressed = new Promise((resolve) => {
      // A long press may end with nothing but a context menu.
      for (const end of ['pointerup', 'pointercancel', 'contextmenu']) {
        addEventListener(end, () => setTimeout(resolve));
      }
    });
  });

const paintProviders = async (placeholder: Element) => {
  const address = providersAddress(apiUrl);
  const body = await readPrefetched(address);
  if (!(await configured) || !placeholder.isConnected) return;
  const list = renderProviders(body.providerData, routes.examList.address);
  if (!list) return;
  const painted = { address, body };
  keepWhilePressed(list, painted);
  replace(placeholder, list, painted);
};

const paintQuestion = async (placeholder: Element) => {
  const found = await findFirst();
  const article = found && placeholder.isConnected && renderQuestion(found.question);
  if (!article) return;
  fillHeader(found.detail);
  replace(placeholder, article, { exam: examKey });
};

let theme = themeOf(readText(THEME_KEY));

const labelToggle = () => fill('theme', { ariaLabel: toggleText(theme) });

/** For a tap before the app has started. The app adopts the theme that it finds. */
const toggleTheme = () => {
  theme = otherTheme(theme);
  paintTheme(theme);
  labelToggle();
  writeText(THEME_KEY, theme);
};

/** Loads the code of the screens after home. */
const preloadCode = () => {
  const { content } = document.querySelector('meta[name=code]') as HTMLMetaElement;
  for (const href of content.split(' ')) {
    const link = document.createElement('link');
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(link, kind, { crossOrigin: '', href }));
  }
};

const showFrame = (root: Element, template: HTMLTemplateElement) => {
  // The question is requested before the code, which would use up a slow connection.
  if (screen !== 'home') Promise.resolve(prefetchedRun).then(preloadCode);
  root.append(template.content);
  const main = findSlot('screen');
  const id = examId || providerId;
  if (id) {
    fillName(id);
    main.ariaLabel = id;
  }
  if (screen === 'runner') fill('back', { href: routes.examList.address(providerId) });
  if (main.ariaLabel) document.title = `${main.ariaLabel} · CertDeck`;
  labelToggle();
  findSlot('theme').addEventListener('click', toggleTheme);
  const placeholder = findSlot('placeholder', root);
  const paint = { home: paintProviders, runner: paintQuestion }[screen as 'home'];
  paint?.(placeholder).catch(() => undefined);
};

if (theme !== DEFAULT_THEME) paintTheme(theme);
// Home then waits for the learner's day, or says at once that there is no network.
if (readText(RETURNING_KEY)) document.documentElement.dataset.returning = 'waiting';
if (!navigator.onLine) document.documentElement.dataset.offline = '';

/** A browser without this can't run the app; a much older one can't even parse its script. */
const isTooOld = typeof AbortSignal === 'undefined' || !AbortSignal.any;

// The script is in the head, so the theme is set before the body is parsed.
const observer = new MutationObserver(() => {
  const root = document.querySelector('#root');
  if (!root) return;
  observer.disconnect();
  const template = findTemplate(screen);
  if (template) showFrame(root, template);
});

if (isTooOld) {
  const say = () => document.querySelector('#too-old')?.removeAttribute('hidden');
  addEventListener('DOMContentLoaded', say);
} else {
  observer.observe(document, { childList: true, subtree: true });
  prefetchScreen();
}
