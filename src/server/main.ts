import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from './environment.ts';
import { serveCertDeck } from './serve-certdeck.ts';

/** Milliseconds for running requests once the server is told to stop. */
const closingLimit = 5000;
/** Milliseconds. Ctrl-C reaches a server under npm twice: from the terminal and from npm. */
const echoTime = 300;

// The one place that knows where this file lies: dist-server/ when built, src/server/ as source.
const here = dirname(fileURLToPath(import.meta.url));
const projectFolder = resolve(here, here.endsWith(join('src', 'server')) ? '../..' : '..');

function stopOnSignals(close: (limit: number) => Promise<void>): void {
  let first: { signal: string; time: number } | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (!first) {
      first = { signal, time: Date.now() };
      close(closingLimit).then(() => process.exit(0));
    } else if (signal !== first.signal || Date.now() - first.time > echoTime) {
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // npm passes a signal on to its shell only, so the server notices that its parent is gone. After
  // Ctrl-C this is one more echo.
  const parent = process.ppid;
  const watchParent = () => {
    if (!first && process.ppid !== parent) stop('SIGINT');
  };
  if (process.env.npm_lifecycle_event === 'start') setInterval(watchParent, 50).unref();
}

const settings = readEnvironment(process.env, projectFolder);
const started = settings.ok ? await serveCertDeck(settings.value) : settings;
if (started.ok) {
  stopOnSignals(started.value.close);
  for (const notice of started.value.notices) console.error(notice);
  console.log(`CertDeck is ready at ${started.value.address}`);
} else {
  for (const line of [started.failure].flat()) console.error(line);
  process.exitCode = 1;
}
