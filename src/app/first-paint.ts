import { askEarly, askForExam } from '#api/early-answers.ts';
import { examsAddress, FILES_MARK, providersAddress, SITE } from '#contract/addresses.ts';
import { CONFIG_ADDRESS, CONFIG_KEY } from '#contract/config.ts';
import { RETURNING_KEY } from '#contract/learner.ts';
import { decodeSegment } from '#contract/routes.ts';

/**
 * The inline script of index.html. Before anything is painted it sets the theme, and shows the screen
 * of the address as the build has rendered it. It asks for what that screen needs, for the app to take.
 */

const find = (selector: string) => document.querySelector(selector);

/** The ids as they stand in the address, and decoded; the router takes capitals and a last slash, too. */
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

// Home then keeps the place of the card to go on with.
if (readStored(RETURNING_KEY)) document.documentElement.dataset.returning = '';

const isForFiles = import.meta.env.MODE === 'files' || import.meta.env.MODE === 'edge';
const shippedApi = location.origin + SITE.slice(0, -1) + (isForFiles ? FILES_MARK : '');

/** The API of the last configuration, else the shipped one. The app drops the answers of another one. */
const findApi = (): string => {
  try {
    const { apiUrl } = JSON.parse(readStored(CONFIG_KEY) ?? '');
    return typeof apiUrl === 'string' && URL.canParse(apiUrl) ? apiUrl : shippedApi;
  } catch {
    return shippedApi;
  }
};

const askForScreen = () => {
  const apiUrl = findApi();
  const screen = chooseScreen();
  askEarly(CONFIG_ADDRESS);
  if (screen === 'home') askEarly(providersAddress(apiUrl));
  if (screen === 'list') askEarly(examsAddress(apiUrl, `${providerId}`));
  if (screen === 'runner') {
    askForExam({ apiUrl, providerId: `${providerId}`, examId: `${examId}` }, !location.search);
  }
};

const showTheme = () => {
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark';
  find('meta[name=theme-color]')?.setAttribute('content', isLight ? '#f7f5f1' : '#101319');
  find('header button')?.setAttribute('aria-label', `Use ${isLight ? 'dark' : 'light'} theme`);
};

/** For a tap before the app is there, which takes over the theme that it finds. */
const toggleTheme = () => {
  isLight = !isLight;
  showTheme();
  try {
    localStorage.setItem('theme', isLight ? 'light' : 'dark');
  } catch {
    // Private windows may refuse; the choice then lasts for the visit.
  }
};

const showShell = (root: Element) => {
  const template = find(`template[data-screen=${chooseScreen()}]`) as HTMLTemplateElement | null;
  if (!template) return;
  for (const href of template.dataset.code?.split(' ') ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        crossOrigin: '',
        href,
      }),
    );
  }
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
};

if (isLight) showTheme();

/** A browser without this can't run the app; a much older one can't even read its script. */
const isTooOld = typeof AbortSignal === 'undefined' || !AbortSignal.any;

// The script stands in the head, so that the theme is there before the body.
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
  askForScreen();
}
