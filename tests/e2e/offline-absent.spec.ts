import {
  expect,
  readSaved,
  savedLine,
  seeWholeExam,
  test,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn } from '#support/runner-page.ts';
import { NO_STORAGE, NO_WORKER, practise } from '#support/short-run.ts';
import { otherExam, smallExam, smallExamPage } from '#support/small-exam.ts';

/** Runs in the page before anything else of it. */
const lacking: Record<string, { take: () => void; isSaved: boolean }> = {
  'no IndexedDB': {
    take: () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
    isSaved: true,
  },
  'an IndexedDB that is denied': {
    take: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Denied on demand', 'SecurityError');
      };
    },
    isSaved: true,
  },
  'an IndexedDB that never answers': {
    take: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
    isSaved: true,
  },
  'no localStorage': {
    take: () =>
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('Denied on demand', 'SecurityError');
        },
      }),
    isSaved: true,
  },
  'no Web Locks': {
    take: () => delete (Navigator.prototype as { locks?: unknown }).locks,
    isSaved: true,
  },
  'no BroadcastChannel': {
    take: () => delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel,
    isSaved: true,
  },
  'a BroadcastChannel that is denied': {
    take: () => {
      globalThis.BroadcastChannel = class {
        constructor() {
          throw new DOMException('Denied on demand', 'SecurityError');
        }
      } as unknown as typeof BroadcastChannel;
    },
    isSaved: true,
  },
  'no storage manager': {
    take: () => delete (Navigator.prototype as { storage?: unknown }).storage,
    isSaved: true,
  },
};

for (const [what, { take }] of Object.entries(lacking)) {
  test(`with ${what} an exam is practised, saved, and there offline`, async ({ page, server }) => {
    await page.addInitScript(take);
    await practise(page);
    await untilAvailable(page);
    await untilControlled(page);
    await server.refuse();
    await page.goto('/');
    await untilAvailable(page, otherExam.name);
    await page.getByRole('link', { name: new RegExp(`^${otherExam.name}`) }).click();
    await answer(page, 0);
    await goOn(page, 2, 3);
    await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  });
}

/** What makes it impossible to keep an exam, and what is said then. */
const preventing: Record<string, { take: () => void; said: string }> = {
  'no service worker': {
    take: () => delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker,
    said: NO_WORKER,
  },
  'a service worker that is refused': {
    take: () => {
      ServiceWorkerContainer.prototype.register = () =>
        Promise.reject(new DOMException('Denied on demand', 'SecurityError'));
    },
    said: NO_WORKER,
  },
  'no Cache API': {
    take: () => delete (globalThis as { caches?: unknown }).caches,
    said: NO_STORAGE,
  },
  'a Cache API that refuses': {
    take: () => {
      const refuse = () => Promise.reject(new DOMException('Denied on demand', 'SecurityError'));
      Object.assign(CacheStorage.prototype, {
        open: refuse,
        keys: refuse,
        has: refuse,
        match: refuse,
        delete: refuse,
      });
    },
    said: NO_STORAGE,
  },
};

for (const [what, { take, said }] of Object.entries(preventing)) {
  test(`with ${what} an exam is practised online, and it is said that it can't be kept`, async ({
    page,
  }) => {
    await page.addInitScript(take);
    await practise(page);
    await expect(savedLine(page)).toHaveText(said);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page.getByText('Available offline')).toBeHidden();
  });
}

test('a browser without any of it works online', async ({ page }) => {
  for (const { take } of [...Object.values(lacking), ...Object.values(preventing)]) {
    await page.addInitScript(take);
  }
  await practise(page);
  await expect(savedLine(page)).toHaveText(NO_STORAGE);
});

/** As Firefox does where site data is blocked: to ask for the thing is an error. */
const throwWhenMentioned = () => {
  const forbid = (owner: object, name: string) =>
    Object.defineProperty(owner, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Denied on demand', 'SecurityError');
      },
    });
  for (const name of ['localStorage', 'indexedDB', 'caches']) forbid(globalThis, name);
  for (const name of ['serviceWorker', 'storage', 'locks']) forbid(Navigator.prototype, name);
  Object.assign(globalThis, {
    BroadcastChannel: class {
      constructor() {
        throw new DOMException('Denied on demand', 'SecurityError');
      }
    },
  });
};

test('where site data is blocked an exam is practised online', async ({ page }) => {
  await page.addInitScript(throwWhenMentioned);
  await practise(page);
  await expect(savedLine(page)).toHaveText(NO_STORAGE);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await page.getByRole('button', { name: 'Your progress data' }).click();
  await expect(page.getByRole('dialog', { name: 'Your progress data' })).toBeVisible();
});

for (const name of ['localStorage', 'indexedDB', 'caches', 'serviceWorker', 'storage', 'locks']) {
  test(`a browser that throws when asked for ${name} shows the app`, async ({ page }) => {
    await page.addInitScript((forbidden) => {
      const owner = forbidden in globalThis ? globalThis : Navigator.prototype;
      Object.defineProperty(owner, forbidden, {
        configurable: true,
        get: () => {
          throw new DOMException('Denied on demand', 'SecurityError');
        },
      });
    }, name);
    await page.goto('/');
    await page.getByRole('link', { name: /Amazon/ }).click();
    await expect(page.getByRole('link', { name: 'Start' }).first()).toBeVisible();
  });
}

for (const [how, answers] of Object.entries({
  'a no': () => Promise.resolve(false),
  'an error': () => Promise.reject(new TypeError('Denied on demand')),
})) {
  test(`with ${how} for an answer to persistence it is said what the browser may do`, async ({
    page,
  }) => {
    await page.addInitScript(`StorageManager.prototype.persist = ${answers};
      StorageManager.prototype.persisted = ${answers};`);
    await page.goto(smallExamPage);
    await untilAvailable(page);
    await page.goto('/');
    await untilAvailable(page, smallExam.name);
    await expect(
      page.getByText('Your browser may delete saved exams if space runs low.'),
    ).toBeVisible();
  });
}

test('without Web Locks two tabs that start one exam leave it whole', async ({
  page,
  context,
  server,
}) => {
  const take = lacking['no Web Locks']?.take;
  await context.addInitScript(take ?? (() => undefined));
  const other = await context.newPage();
  await Promise.all([page.goto(smallExamPage), other.goto(smallExamPage)]);
  await Promise.all([untilAvailable(page), untilAvailable(other)]);
  await untilControlled(page);
  await other.close();
  await server.refuse();
  await page.reload();
  await untilAvailable(page);
  await seeWholeExam(page);
  expect(await readSaved(page)).toHaveLength(1);
});
