import {
  type Painted,
  type PrefetchedExam,
  prefetch,
  prefetchExam,
} from '#api/prefetched-answers.ts';
import { examsAddress, FILES_MARK, providersAddress, SITE } from '#contract/addresses.ts';
import { cacheNameOf } from '#contract/caches.ts';
import { CONFIG_ADDRESS, CONFIG_KEY } from '#contract/config.ts';
import { RETURNING_KEY } from '#contract/learner.ts';
import { decodeSegment } from '#contract/routes.ts';
import type { Provider, QuestionAnswer } from '#contract/wire.ts';
import { examCountText } from '#exam/labels.ts';
import { FIRST_QUESTION_KEY, type FirstQuestion } from '#storage/first-question.ts';
import { ACCENTS_KEY } from '#theme/accent.ts';
import { showQuestion } from './paint-question.ts';

/**
 * The inline script of index.html. Before the first paint it sets the theme and shows the
 * prerendered screen for the address. It also requests what that screen needs.
 */

const find = (selector: string) => document.querySelector(selector);

/** The ids in the address, decoded. Like the router, it accepts capitals and a trailing slash. */
const path = location.pathname.slice(SITE.length);
const [, ...segments] = /^exams\/([^/]+)(?:\/([^/]+))?\/?$/i.exec(path) ?? [];
const [provider, exam] = segments;
const [providerId, examId] = segments.map(decodeSegment);

const chooseScreen = () => {
  if (exam) return providerId !== undefined && examId !== undefined ? 'runner' : 'other';
  if (provider) return providerId !== undefined ? 'list' : 'other';
  return path === '' ? 'home' : 'other';
};

const readStored = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
let isLight = readStored('theme') === 'light';

// Home then reserves space for the card that continues a run.
if (readStored(RETURNING_KEY)) document.documentElement.dataset.returning = '';

const isForFiles = import.meta.env.MODE === 'files' || import.meta.env.MODE === 'edge';
const shippedApi = location.origin + SITE.slice(0, -1) + (isForFiles ? FILES_MARK : '');

/** The API of the last configuration, or the default. If it has changed, the app drops the answers. */
const findApi = (): string => {
  try {
    const { apiUrl } = JSON.parse(readStored(CONFIG_KEY) ?? '');
    return typeof apiUrl === 'string' && URL.canParse(apiUrl) ? apiUrl : shippedApi;
  } catch {
    return shippedApi;
  }
};

const apiUrl = findApi();
const examKey = { apiUrl, providerId: `${providerId}`, examId: `${examId}` };

const readPrefetched = async (address: string) => {
  const answer = (await prefetch(address)).clone();
  return answer.status === 200 ? answer.json() : undefined;
};

type NamedApi = { apiUrl?: unknown; api?: unknown };

/** Whether the configuration names this API. Its parser would be too large here. */
const isConfigured = (config?: NamedApi) => {
  const mark = config?.api === 'files' ? FILES_MARK : '';
  const named = new URL(`${config?.apiUrl}`, location.origin).href.replace(/\/$/, '') + mark;
  return named === apiUrl;
};

/** The providers' accent colors on this device, by id. */
const readAccents = (): unknown => JSON.parse(readStored(ACCENTS_KEY) ?? '[]');

const fillCard = (card: Element, { id, name, examCount }: Provider, accent = '') => {
  card.setAttribute('data-accent', accent);
  card.querySelector('a')?.setAttribute('href', `${SITE}exams/${encodeURIComponent(id)}`);
  const [title, detail] = card.querySelectorAll('a > span > span');
  if (title) title.textContent = name;
  if (detail) detail.textContent = examCountText(examCount);
  return card;
};

const isProvider = ({ id, name, examCount }: Provider) =>
  id && typeof id === 'string' && typeof name === 'string' && typeof examCount === 'number';

/** Keeps what is shown in place while a pointer is down on it, so that the click hits it. */
const keepWhilePressed = (painted: Painted, shown: Element) => {
  globalThis.painted = painted;
  shown.addEventListener('pointerdown', () => {
    painted.pressed = new Promise((resolve) => {
      // A long press may end with nothing but a context menu.
      for (const end of ['pointerup', 'pointercancel', 'contextmenu']) {
        addEventListener(end, () => setTimeout(resolve));
      }
    });
  });
};

const findTemplate = (name: string) =>
  find(`template[data-screen=${name}]`) as HTMLTemplateElement | null;

const readTemplate = (name: string) => findTemplate(name)?.content.firstElementChild as Element;

/** Shows the providers if they arrive before the app does, which then starts from here. */
const paintProviders = async (placeholders: Element) => {
  const address = providersAddress(apiUrl);
  const [config, body] = await Promise.all([
    readPrefetched(CONFIG_ADDRESS),
    readPrefetched(address),
  ]);
  const providers: Provider[] = body?.providerData ?? [];
  const list = readTemplate('card');
  const card = list.firstElementChild as Element;
  const isUsable = isConfigured(config) && providers[0] && providers.every(isProvider);
  if (!isUsable || !placeholders.isConnected) return;
  const accents = new Map(readAccents() as [string, string][]);
  const fill = (each: Provider) =>
    fillCard(card.cloneNode(true) as Element, each, accents.get(each.id));
  list.replaceChildren(...providers.map(fill));
  placeholders.replaceWith(list);
  keepWhilePressed({ address, body }, list);
};

/** Shows an exam's first question in the same way. */
const paintQuestion = (placeholders: Element, found: FirstQuestion) => {
  const article = readTemplate('question');
  if (!showQuestion(placeholders, article, found)) return;
  const painted: Painted = { exam: examKey, keys: [] };
  addEventListener('keydown', (event) => {
    // Links and buttons handle keys themselves.
    if (!(event.target as Element).closest('a, button')) painted.keys?.push(event);
  });
  keepWhilePressed(painted, article);
};

/** The first question of this exam, if it is the one opened last. */
const readFirstQuestion = (): FirstQuestion | undefined => {
  const first: FirstQuestion | null = JSON.parse(readStored(FIRST_QUESTION_KEY) ?? 'null');
  return first && cacheNameOf(first.exam) === cacheNameOf(examKey) ? first : undefined;
};

/** A run in the exam's own order begins with its first question. */
const isInOrder = !location.search;

/** Resolves once the run's first question has been requested. */
let prefetchedRun: Promise<PrefetchedExam | undefined> | undefined;

const prefetchRun = async () => {
  const both = [prefetchExam(examKey, isInOrder), readPrefetched(CONFIG_ADDRESS)] as const;
  const [found, config] = await Promise.all(both);
  return found && isConfigured(config) ? found : undefined;
};

const paintRun = async (placeholders: Element) => {
  const first = isInOrder && readFirstQuestion();
  if (first) return paintQuestion(placeholders, first);
  const found = await prefetchedRun;
  if (!found) return;
  const { name, questionIds } = found.detail;
  const { question }: QuestionAnswer = await (await found.answer).clone().json();
  paintQuestion(placeholders, { exam: examKey, name, total: questionIds.length, question });
};

const prefetchScreen = () => {
  const screen = chooseScreen();
  prefetch(CONFIG_ADDRESS);
  if (screen === 'home') prefetch(providersAddress(apiUrl));
  if (screen === 'list') prefetch(examsAddress(apiUrl, `${providerId}`));
  if (screen === 'runner') prefetchedRun = prefetchRun().catch(() => undefined);
};

const showTheme = () => {
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark';
  find('meta[name=theme-color]')?.setAttribute('content', isLight ? '#f7f5f1' : '#101319');
  find('header button')?.setAttribute('aria-label', `Use ${isLight ? 'dark' : 'light'} theme`);
};

/** For a tap before the app has started. The app adopts the theme that it finds. */
const toggleTheme = () => {
  isLight = !isLight;
  showTheme();
  try {
    localStorage.setItem('theme', isLight ? 'light' : 'dark');
  } catch {
    // Storage may be denied; the choice then lasts for this visit.
  }
};

const preload = (files: string[]) => {
  for (const href of files) {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        crossOrigin: '',
        href,
      }),
    );
  }
};

const showShell = (root: Element) => {
  const template = findTemplate(chooseScreen());
  if (!template) return;
  // The question is requested before the code, which would use up a slow connection.
  const code = template.dataset.code?.split(' ') ?? [];
  Promise.resolve(prefetchedRun).then(() => preload(code));
  root.append(template.content);
  const main = find('main');
  const heading = find('h1');
  const id = exam ? examId : providerId;
  if (id !== undefined && heading) {
    heading.textContent = id;
    main?.setAttribute('aria-label', id);
  }
  const title = main?.getAttribute('aria-label');
  if (title) document.title = `${title} · CertDeck`;
  if (exam) find('header a')?.setAttribute('href', `${SITE}exams/${provider}`);
  find('header button')?.addEventListener('click', toggleTheme);
  if (isLight) showTheme();
  const placeholders = root.querySelector('[role=status]');
  const paint = { home: paintProviders, runner: paintRun }[chooseScreen() as 'home'];
  // The app reports the failure.
  if (placeholders) paint?.(placeholders).catch(() => undefined);
};

if (isLight) showTheme();

/** A browser without this can't run the app; a much older one can't even parse its script. */
const isTooOld = typeof AbortSignal === 'undefined' || !AbortSignal.any;

// The script is in the head, so the theme is set before the body is parsed.
const observer = new MutationObserver(() => {
  const root = find('#root');
  if (!root) return;
  observer.disconnect();
  showShell(root);
});

if (isTooOld) {
  addEventListener('DOMContentLoaded', () => find('#too-old')?.removeAttribute('hidden'));
} else {
  observer.observe(document, { childList: true, subtree: true });
  prefetchScreen();
}
