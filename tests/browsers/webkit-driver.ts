import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { PYTHON } from '#support/browser.ts';
import { findPort } from '#support/free-port.ts';
import { type Browser, type OpenBrowser, type Tab, VIEW } from './driver.ts';

const BROWSER = fileURLToPath(new URL('webkit-browser.py', import.meta.url));

/** The page may be left while a script runs in it, whose end is then never told. In milliseconds. */
const SCRIPT_LIMIT = 4000;

/** WebDriver's codes for keys without a character. */
const KEYS: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

/** Starts an X server without a screen on a free display. */
const startDisplay = async () => {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const lines = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream });
  const [line] = await once(lines, 'line');
  return { child, display: `:${line}` };
};

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;

const createCall =
  (base: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

const startDriver = async (display: string) => {
  const port = await findPort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });
  const call = createCall(`http://127.0.0.1:${port}`);
  await vi.waitFor(() => call('GET', '/status'), { timeout: 10_000 });
  return { child, call };
};

const IN_PAGE = `const done = arguments[arguments.length - 1];
Promise.resolve()
  .then(() => (RUN)(...[...arguments].slice(0, -1)))
  .then((value) => done({ value }), (error) => done({ error: String(error) }));`;

const createTab = (call: Call, handle: string, select: (handle: string) => Promise<void>): Tab => {
  const tell: Call = async (...command) => {
    await select(handle);
    return call(...command);
  };
  const act = async (type: 'pointer' | 'key', actions: unknown[]) => {
    const parameters = type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {};
    await tell('POST', '/actions', { actions: [{ type, id: type, actions, ...parameters }] });
  };
  return {
    open: async (url) => {
      await tell('POST', '/url', { url });
    },
    reload: async () => {
      await tell('POST', '/refresh');
    },
    goBack: async () => {
      await tell('POST', '/back');
    },
    evaluate: async <Value>(run: unknown, ...given: unknown[]) => {
      const answer = (await tell('POST', '/execute/async', {
        script: IN_PAGE.replace('RUN', () => String(run)),
        args: given,
      })) as { value: Value; error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    clickAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    press: (key) => {
      const value = KEYS[key] ?? key;
      return act('key', [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
    },
    resize: async (width, height) => {
      await tell('POST', '/window/rect', { width, height });
    },
    close: async () => {
      await tell('DELETE', '/window');
    },
  };
};

/** Drives WebKitGTK over WebDriver's HTTP, in a window on a virtual display. */
export const openWebKit: OpenBrowser = async (profile, options): Promise<Browser> => {
  const { child: screen, display } = await startDisplay();
  const { child: driver, call } = await startDriver(display);
  const { sessionId } = (await call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        timeouts: { script: SCRIPT_LIMIT },
        'webkitgtk:browserOptions': {
          binary: PYTHON,
          args: [
            BROWSER,
            profile,
            `${VIEW.width}`,
            `${VIEW.height}`,
            options?.isStorageBlocked ? 'blocked' : 'allowed',
          ],
        },
      },
    },
  })) as { sessionId: string };
  const tell: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);

  const first = (await tell('GET', '/window')) as string;
  let selected = first;
  const select = async (handle: string) => {
    if (handle === selected) return;
    await tell('POST', '/window', { handle });
    selected = handle;
  };
  const stop = async () => {
    await end(driver, 'SIGTERM');
    await end(screen, 'SIGTERM');
  };
  return {
    newTab: async () => {
      // WebDriver needs an open tab to be selected, and the first one is never closed.
      await select(first);
      const { handle } = (await tell('POST', '/window/new', { type: 'tab' })) as { handle: string };
      return createTab(tell, handle, select);
    },
    close: async () => {
      await tell('DELETE', '');
      await stop();
    },
    kill: async () => {
      process.kill(Number(await readFile(join(profile, 'pid'), 'utf8')), 'SIGKILL');
      await stop();
    },
  };
};
