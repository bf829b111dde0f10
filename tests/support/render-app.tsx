import { act, cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '#app/app.tsx';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { createApp } from '#server/app.ts';
import { createGate } from './gate.ts';
import { dataOf, testBank } from './test-bank.ts';

// How long a busy machine may take to show a screen.
configure({ asyncUtilTimeout: 10_000 });

/** An answer in place of the real one; undefined leaves it to the real one. */
type Instead = (url: URL) => Response | Promise<Response> | undefined;

export type AppOptions = {
  bank?: CompiledBank;
  config?: unknown;
  instead?: Instead;
  /** Whether there is room for the panel beside the question. */
  isWide?: boolean;
};

/** How long, in milliseconds, the learner waits before each press of a key or pointer. */
export const pace = { pause: 1000 };

/** Gives events a clock of their own, so that no test waits between two presses. */
const timePresses = () => {
  const presses = new WeakSet<Event>();
  let now = 0;
  pace.pause = 1000;
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(function (this: Event) {
    if (/^(pointerdown|keydown)$/.test(this.type) && !presses.has(this)) {
      presses.add(this);
      now += pace.pause;
    }
    return now;
  });
};

/** Just what queries by role read: jsdom's own cascade takes most of a test's time. */
const styleOf = (element: Element) => {
  const style: Record<string, string> = {
    display: element.matches('[hidden], dialog:not([open])') ? 'none' : 'block',
    visibility: 'visible',
    content: '',
    pointerEvents: 'auto',
  };
  return { ...style, getPropertyValue: (name: string) => style[name] ?? '' };
};

/** What jsdom lacks. */
export const standIn = (isWide = true) => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media === '(min-width: 60rem)' && isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('getComputedStyle', styleOf);
  vi.stubGlobal('CSS', { escape: (name: string) => name });
  Element.prototype.scrollIntoView = () => {};
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
};

const answerFor = ({ bank = testBank(), config = { apiUrl: '/' }, instead }: AppOptions) => {
  const app = createApp({ data: dataOf(bank) });
  return async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const answer = instead?.(url);
    if (answer) return answer;
    return url.pathname === '/config.json' ? Response.json(config) : app.request(url.href);
  };
};

/** Replaces the app's network from here on. */
export const connect = (options: AppOptions) => vi.stubGlobal('fetch', answerFor(options));

/** The whole app at an address, with the real server app as its API, without a socket. */
export const renderApp = (address: string, options: AppOptions = {}) => {
  standIn(options.isWide);
  connect(options);
  history.pushState(null, '', address);
  return { user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), ...render(<App />) };
};

/** Holds back the answers of one path until they are released. */
export const holdAnswers = (path: string, isHeld: (url: URL) => boolean = () => true) => {
  const gate = createGate();
  let count = 0;
  const instead: Instead = (url) => {
    if (url.pathname !== path || !isHeld(url)) return undefined;
    count += 1;
    return gate.opened.then(() => createApp(testServer).request(url.href));
  };
  return {
    instead,
    /** The number of requests so far. */
    count: () => count,
    /** Sends the answers and lets the app handle them. */
    release: () =>
      act(async () => {
        gate.open();
        await new Promise((resolve) => setTimeout(resolve));
        await new Promise((resolve) => setTimeout(resolve));
      }),
  };
};

const testServer = { data: dataOf(testBank()) };

/** Replaces the answers of one path. */
export const answerWith =
  (path: string, answer: () => Response | Promise<Response>): Instead =>
  (url) =>
    url.pathname === path ? answer() : undefined;

/** The gray placeholders on screen. */
export const placeholders = () => document.querySelectorAll('[data-placeholder]');

beforeEach(() => {
  localStorage.clear();
  timePresses();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
