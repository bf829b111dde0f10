import {
  cardOf,
  expect,
  openSaved,
  savedAddresses,
  savedLine,
  seeQuestion,
  seeWholeExam,
  test,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn } from '#support/runner-page.ts';
import { NO_STORAGE, NO_WORKER, practice } from '#support/short-run.ts';
import { smallExam, smallExamAddresses, smallExamPage } from '#support/small-exam.ts';

/** Each runs in the page before anything else and takes away something the app likes to use. */
const dispensable: Record<string, () => void> = {
  'no IndexedDB': () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  'an IndexedDB that is denied': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Denied on demand', 'SecurityError');
    };
  },
  'an IndexedDB that never answers': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  'no localStorage': () =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('Denied on demand', 'SecurityError');
      },
    }),
  'no Web Locks': () => delete (Navigator.prototype as { locks?: unknown }).locks,
  'no BroadcastChannel': () =>
    delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel,
  'a BroadcastChannel that is denied': () => {
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException('Denied on demand', 'SecurityError');
      }
    } as unknown as typeof BroadcastChannel;
  },
  'no storage manager': () => delete (Navigator.prototype as { storage?: unknown }).storage,
};

for (const [what, take] of Object.entries(dispensable)) {
  test(`with ${what} an exam is saved and works offline`, async ({ page, server }) => {
    await page.addInitScript(take);
    await openSaved(page);
    await answer(page, 0);
    await server.refuse();
    await page.goto('/');
    await untilAvailable(page, smallExam.name);
    // Where no answer could be stored, the exam is only one of those on this device.
    const ways = cardOf(page, smallExam.name).getByRole('link', {
      name: new RegExp(`^(${smallExam.name}|Whole exam)`),
    });
    await ways.last().click();
    await seeQuestion(page, 12);
  });
}

/** Each makes it impossible to save an exam; with what the learner is told then. */
const indispensable: Record<string, [take: () => void, told: string]> = {
  'no service worker': [
    () => delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker,
    NO_WORKER,
  ],
  'a service worker that is refused': [
    () => {
      ServiceWorkerContainer.prototype.register = () =>
        Promise.reject(new DOMException('Denied on demand', 'SecurityError'));
    },
    NO_WORKER,
  ],
  'no Cache API': [() => delete (globalThis as { caches?: unknown }).caches, NO_STORAGE],
  'a Cache API that refuses': [
    () => {
      const refuse = () => Promise.reject(new DOMException('Denied on demand', 'SecurityError'));
      for (const method of ['open', 'keys', 'has', 'match', 'delete']) {
        Object.assign(CacheStorage.prototype, { [method]: refuse });
      }
    },
    NO_STORAGE,
  ],
};

for (const [what, [take, told]] of Object.entries(indispensable)) {
  test(`with ${what} an exam works online and says it can't be saved`, async ({ page }) => {
    await page.addInitScript(take);
    await practice(page);
    await expect(savedLine(page)).toHaveText(told);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page.getByText('Available offline')).toBeHidden();
  });
}

test('a browser without any of it works online', async ({ page }) => {
  const all = [
    ...Object.values(dispensable),
    ...Object.values(indispensable).map(([take]) => take),
  ];
  for (const take of all) await page.addInitScript(take);
  await practice(page);
  await expect(savedLine(page)).toHaveText(NO_STORAGE);
});

test('an exam works online where storage never answers', async ({ page }) => {
  await page.addInitScript(() => {
    const hang = () => new Promise<never>(() => undefined);
    Object.assign(CacheStorage.prototype, { keys: hang, open: hang, has: hang, match: hang });
    Object.assign(LockManager.prototype, { request: hang, query: hang });
    Object.assign(IDBFactory.prototype, { open: () => ({}) });
  });
  await page.goto(smallExamPage);
  await answer(page, 0);
  await goOn(page, 2, 12);
});

test('unreadable caches don’t lock learners out of their data', async ({ page }) => {
  await openSaved(page);
  await page.addInitScript(() => {
    caches.has = () => Promise.reject(new DOMException('Denied on demand', 'UnknownError'));
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back up or move progress' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
});

const mentioned = ['localStorage', 'indexedDB', 'caches', 'serviceWorker', 'storage', 'locks'];

/** Runs in the page: merely naming one of these throws, as in Firefox where site data is blocked. */
const forbid = (names: string[]) => {
  const denied = () => {
    throw new DOMException('Denied on demand', 'SecurityError');
  };
  for (const name of names) {
    const owner = name in globalThis ? globalThis : Navigator.prototype;
    Object.defineProperty(owner, name, { configurable: true, get: denied });
  }
};

test('an exam works online where site data is blocked', async ({ page }) => {
  await page.addInitScript(forbid, mentioned);
  await page.addInitScript(dispensable['a BroadcastChannel that is denied'] ?? '');
  await practice(page);
  await expect(savedLine(page)).toHaveText(NO_STORAGE);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back up or move progress' }).click();
  await expect(page.getByRole('dialog', { name: 'Back up or move progress' })).toBeVisible();
});

test('the app shows where naming any one of them throws', async ({ context }) => {
  for (const name of mentioned) {
    await test.step(name, async () => {
      const page = await context.newPage();
      await page.addInitScript(forbid, [name]);
      await page.goto('/');
      await page.getByRole('link', { name: /^Amazon/ }).click();
      await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
      await page.close();
    });
  }
});

for (const [how, answers] of Object.entries({
  denied: () => Promise.resolve(false),
  'met with an error': () => Promise.reject(new TypeError('Denied on demand')),
})) {
  test(`warns of deletion when persistence is ${how}`, async ({ page }) => {
    await page.addInitScript(`StorageManager.prototype.persist = ${answers};
      StorageManager.prototype.persisted = ${answers};`);
    await openSaved(page);
    await page.goto('/');
    await untilAvailable(page, smallExam.name);
    await expect(
      page.getByText('Your browser may delete saved exams if space runs low.'),
    ).toBeVisible();
  });
}

test('two tabs save an exam whole without Web Locks', async ({ page, context, server }) => {
  await context.addInitScript(dispensable['no Web Locks'] ?? '');
  const other = await context.newPage();
  await Promise.all([page.goto(smallExamPage), other.goto(smallExamPage)]);
  await Promise.all([untilAvailable(page), untilAvailable(other)]);
  await untilControlled(page);
  await other.close();
  await server.refuse();
  await page.reload();
  await untilAvailable(page);
  await seeWholeExam(page);
  expect(await savedAddresses(page)).toEqual([...smallExamAddresses].sort());
});
