import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from '#app/app.tsx';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { createApp } from '#server/app.ts';
import { createGate } from './gate.ts';
import { standIn } from './jsdom-page.ts';
import { dataOf, testBank } from './test-bank.ts';

/** An answer in place of the real one; undefined leaves it to the real one. */
type Instead = (url: URL, init?: RequestInit) => Response | Promise<Response> | undefined;

export type AppOptions = {
  bank?: CompiledBank;
  config?: unknown;
  instead?: Instead;
  /** Whether there is room for the panel beside the question. */
  isWide?: boolean;
  /** Whether the screen is touched with fingers. */
  isTouched?: boolean;
};

const answerFor = ({ bank = testBank(), config = { apiUrl: '/' }, instead }: AppOptions) => {
  const app = createApp({ data: dataOf(bank) });
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const answer = instead?.(url, init);
    if (answer) return answer;
    return url.pathname === '/config.json' ? Response.json(config) : app.request(url.href);
  };
};

/** Replaces the app's network from here on. */
export const connect = (options: AppOptions) => vi.stubGlobal('fetch', answerFor(options));

/** The whole app at an address, with the real server app as its API, without a socket. */
export const renderApp = (address: string, options: AppOptions = {}) => {
  standIn(options.isWide, options.isTouched);
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
    return gate.opened.then(() => createApp({ data: dataOf(testBank()) }).request(url.href));
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

/** Replaces the answers of one path. */
export const answerWith =
  (path: string, answer: () => Response | Promise<Response>): Instead =>
  (url) =>
    url.pathname === path ? answer() : undefined;

/** The gray placeholders on screen. */
export const placeholders = () => document.querySelectorAll('[data-placeholder]');
