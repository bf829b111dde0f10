import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeBuild, removeBuild } from '#support/next-build.ts';
import { EXAM, EXAM_PATH, type SmallQuestion, writeSmallBank } from '#support/small-bank.ts';
import { type Browser, type OpenBrowser, type Tab, VIEW } from './driver.ts';
import {
  answer,
  click,
  press,
  shownImages,
  tabTo,
  until,
  untilReachable,
  untilSaved,
  untilSeen,
} from './learner.ts';
import { startSite } from './site.ts';

const BUILT_SITE = fileURLToPath(new URL('../../dist', import.meta.url));

/** The number of questions in the small exam. */
const TOTAL = 5;

// The functions up to the journeys run in the page.

const buildOf = () => document.documentElement.dataset.build ?? 'one';

const theme = () => document.documentElement.dataset.theme;

const background = () => getComputedStyle(document.documentElement).backgroundColor;

const openDialogs = () => document.querySelectorAll('dialog:modal').length;

/** The brightness of the first image's middle: 0 for black up to 255 for white. */
const imageBrightness = async () => {
  const image = document.querySelector<HTMLImageElement>('article img');
  if (!image?.complete || image.naturalWidth === 0) return undefined;
  const canvas = Object.assign(document.createElement('canvas'), { width: 9, height: 9 });
  const drawing = canvas.getContext('2d');
  drawing?.drawImage(image, 0, 0, 9, 9);
  return drawing?.getImageData(4, 4, 1, 1).data[0];
};

const scrollsSideways = () => document.documentElement.scrollWidth > innerWidth;

/** Whether Next Question is in view while the page is at its top. */
const hasNextInView = () => {
  scrollTo({ top: 0, behavior: 'instant' });
  const buttons = [...document.querySelectorAll('button')];
  const next = buttons.find(({ innerText }) => innerText === 'Next Question');
  const { top = -1, bottom = Infinity } = next?.getBoundingClientRect() ?? {};
  return top >= 0 && bottom <= innerHeight;
};

const hasController = () => Boolean(navigator.serviceWorker?.controller);

/** Drops a file where the sheet takes them; false until the sheet is there. */
const dropFile = (name: string, text: string) => {
  const place = document.querySelector('dialog textarea');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  place?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  return place !== null;
};

const pairLink = () => /http\S+#pair=[\w-]+/.exec(document.body.innerText)?.[0] ?? '';

/** How often this document has requested the configuration. */
const configRequests = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/config.json'))
    .length;

/** Whether the worker has stored the lists, which loaded before it was in control. */
const hasLists = async () => {
  const seen = await (await caches.open('certdeck/seen')).keys();
  const paths = seen.map(({ url }) => new URL(url).pathname);
  return ['/api/providers', '/api/exams'].every((path) => paths.includes(path));
};

/** The main journeys through one engine, each a test. */
export const describeJourneys = (name: string, openBrowser: OpenBrowser) =>
  describe(name, () => {
    let profile: string;
    let bank: Awaited<ReturnType<typeof writeSmallBank>>;
    let browser: Browser | undefined;
    let site: Awaited<ReturnType<typeof startSite>>;
    let nextSite: ReturnType<typeof startSite>;
    let tab: Tab;

    beforeAll(async () => {
      profile = await mkdtemp(join(tmpdir(), 'certdeck-profile-'));
      bank = await writeSmallBank();
      nextSite = startSite(bank.folder);
    });
    afterAll(async () => {
      await browser?.close();
      await (await nextSite).stop();
      await bank.remove();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    });
    // Each journey has a site on its own port: another origin, for which nothing is stored yet.
    beforeEach(async () => {
      site = await nextSite;
      nextSite = startSite(bank.folder);
      tab = await openTab();
    });
    afterEach(async () => {
      await site.stop();
      if (browser) await tab.close();
    });

    const openTab = async () => {
      browser ??= await openBrowser(profile);
      return browser.newTab();
    };
    const endBrowser = async (way: 'close' | 'kill') => {
      const ending = browser;
      browser = undefined;
      await ending?.[way]();
    };

    const questionAt = (number: number): SmallQuestion => {
      const question = site.questions[number - 1];
      if (!question) throw new Error(`The exam has no question ${number}`);
      return question;
    };
    const rightOptions = (number: number) => {
      const { options, key } = questionAt(number);
      return options.filter((_, index) => key.includes(index));
    };
    const wrongOption = (number: number) => {
      const { options, key } = questionAt(number);
      return options.filter((_, index) => !key.includes(index)).slice(0, 1);
    };
    const keysOf = (number: number) => questionAt(number).key.map((index) => `${index + 1}`);
    const numberOf = (type: SmallQuestion['picture']) =>
      site.questions.findIndex(({ picture }) => picture === type) + 1;

    /** Resolves when the question's words and image are on screen. */
    const untilAsked = async (number: number, asked = tab) => {
      const { stem, picture } = questionAt(number);
      await untilSeen(asked, `Question ${number} of ${TOTAL}`);
      await untilSeen(asked, stem);
      await until(asked, shownImages, picture ? [true] : []);
    };

    const startFromHome = async (started = tab) => {
      await started.open(site.address);
      await click(started, 'link', 'Amazon Web Services');
      await click(started, 'link', 'Start');
      await untilAsked(1, started);
    };

    const goOn = async (to: number) => {
      await click(tab, 'button', 'Next Question');
      await untilAsked(to);
    };

    /** Answers every question right, from the one on screen to the final score. */
    const answerAll = async (answering = tab) => {
      for (let number = 1; number <= TOTAL; number += 1) {
        await untilAsked(number, answering);
        await answer(answering, rightOptions(number));
        if (number < TOTAL) await click(answering, 'button', 'Next Question');
      }
      await untilSeen(answering, `Final Score: ${TOTAL}/${TOTAL} (100%)`);
    };

    test('offline: with the server stopped, the whole exam after a reload and from home in a new tab', async () => {
      await startFromHome();
      await untilSaved(tab);
      await until(tab, hasLists, true);
      await site.stop();
      await click(tab, 'button', `Question ${numberOf('png')}`);
      await untilAsked(numberOf('png'));
      await tab.reload();
      await answerAll();
      expect(await tab.evaluate(configRequests)).toBe(1);
      const other = await openTab();
      await startFromHome(other);
      await answer(other, wrongOption(1));
      await untilSeen(other, 'Not quite');
      await untilSeen(other, 'Score: 0/1');
      await other.close();
    });

    test('browser closed and opened: offline, from what home lists', async () => {
      await startFromHome();
      await untilSaved(tab);
      await endBrowser('close');
      await site.stop();
      tab = await openTab();
      await tab.open(site.address);
      await untilSeen(tab, 'On this device');
      await click(tab, 'link', EXAM);
      await untilSaved(tab);
      await answerAll();
    });

    test('browser killed: the run goes on', async () => {
      await startFromHome();
      await answer(tab, rightOptions(1));
      await goOn(2);
      await untilSaved(tab);
      await answer(tab, wrongOption(2));
      await goOn(3);
      await endBrowser('kill');
      tab = await openTab();
      await tab.open(site.address + EXAM_PATH);
      await click(tab, 'button', 'Continue at question 3 of 5');
      await untilSeen(tab, 'Score: 1/2');
    });

    test('images: shown, enlarged, and in the theme’s colors', async () => {
      await startFromHome();
      await click(tab, 'button', `Question ${numberOf('svg')}`);
      await untilAsked(numberOf('svg'));
      await until(tab, imageBrightness, 0);
      await click(tab, 'button', 'Use light theme');
      await until(tab, imageBrightness, 255);
      await click(tab, 'button', 'Enlarge');
      const enlarged = () => document.querySelectorAll('dialog:modal img').length;
      await until(tab, enlarged, 1);
      await press(tab, 'Escape');
      await until(tab, enlarged, 0);
      await click(tab, 'button', `Question ${numberOf('png')}`);
      await untilAsked(numberOf('png'));
    });

    test('back: a page that was left keeps its answers, and goes on storing them', async () => {
      await startFromHome();
      await answer(tab, rightOptions(1));
      await goOn(2);
      await click(tab, 'button', 'Flag');
      await tab.open(`${site.address}/licenses.txt`);
      await tab.goBack();
      await until(tab, () => location.pathname, EXAM_PATH);
      // Depends on whether the engine has kept the page or loads it again.
      await untilSeen(tab, /Score: 1\/1|Continue at question/);
      const isReloaded = await tab.evaluate(() => document.body.innerText.includes('Continue at'));
      if (isReloaded) await click(tab, 'button', 'Continue at question 2 of 5');
      await untilAsked(2);
      await answer(tab, rightOptions(2));
      await untilSeen(tab, 'Score: 2/2');
      await tab.reload();
      await click(tab, 'button', 'Continue at question 3 of 5');
      await untilSeen(tab, 'Score: 2/2');
    });

    test('update: announced in an exam, comes with the tap, and works offline', async () => {
      await startFromHome();
      await answer(tab, rightOptions(1));
      await untilSaved(tab);
      const folder = await makeBuild(BUILT_SITE, 'two');
      await site.deploy(folder);
      const other = await openTab();
      await other.open(site.address + EXAM_PATH);
      await untilSeen(tab, 'A new version is ready');
      await until(tab, buildOf, 'one');
      await other.close();
      await click(tab, 'button', 'Update now');
      await until(tab, buildOf, 'two');
      await untilSaved(tab);
      await site.stop();
      await removeBuild(folder);
      await tab.reload();
      await until(tab, buildOf, 'two');
      await click(tab, 'button', 'Continue at question 2 of 5');
      await untilSeen(tab, 'Score: 1/1');
    });

    test('storage blocked: an exam is practiced online, and the theme still changes', async () => {
      const blocked = await mkdtemp(join(tmpdir(), 'certdeck-blocked-'));
      const closed = await openBrowser(blocked, { isStorageBlocked: true });
      const visit = await closed.newTab();
      await startFromHome(visit);
      await click(visit, 'button', 'Use light theme');
      await answerAll(visit);
      await visit.reload();
      await untilAsked(1, visit);
      await until(visit, theme, 'dark');
      await closed.close();
      await rm(blocked, { recursive: true, force: true, maxRetries: 5 });
    });

    test('own questions: a file is opened, and practiced offline after a restart', async () => {
      await tab.open(site.address);
      await until(tab, hasController, true);
      await click(tab, 'button', 'Add your own questions');
      await until(tab, dropFile, true, 'Planets.gift', 'Which planet is red? {=Mars ~Venus}\n');
      await untilReachable(tab, 'button', 'Add 1 question');
      await tab.evaluate(() => document.querySelector<HTMLElement>('dialog form input')?.focus());
      await press(tab, 'Enter');
      await untilSeen(tab, 'On this device only');
      await endBrowser('close');
      await site.stop();
      tab = await openTab();
      await tab.open(`${site.address}/exams/My%20questions/Planets`);
      await untilSeen(tab, 'Which planet is red?');
      await answer(tab, ['Mars']);
      await untilSeen(tab, 'Score: 1/1');
    });

    // Not in WebKit: under its driver the second profile stored nothing, for a reason not found yet.
    if (name === 'Firefox')
      test('two devices: one takes what the other has answered, and stopping deletes the copy', async () => {
        const openData = async () => {
          await tab.open(site.address);
          await click(tab, 'button', 'Back up or move progress');
        };
        await startFromHome();
        await answer(tab, rightOptions(1));
        await openData();
        await click(tab, 'button', 'Pair another device');
        await untilSeen(tab, '#pair=');
        const link = await tab.evaluate(pairLink);
        await endBrowser('close');
        const second = await mkdtemp(join(tmpdir(), 'certdeck-second-'));
        const desk = await openBrowser(second);
        tab = await desk.newTab();
        await tab.open(link);
        await click(tab, 'button', 'Pair');
        await untilSeen(tab, `From the other device: 1 answer of ${EXAM}.`);
        await until(tab, () => location.href, `${site.address}/`);
        await desk.close();
        tab = await openTab();
        await openData();
        await untilSeen(tab, 'In step with 1 other device · just now');
        await click(tab, 'button', 'Stop everywhere and delete the copy');
        await untilSeen(tab, 'Stopped.');
        await rm(second, { recursive: true, force: true, maxRetries: 5 });
      });

    test('themes: dark without a choice, and a choice holds', async () => {
      await tab.open(site.address);
      await until(tab, theme, 'dark');
      const dark = await tab.evaluate(background);
      await untilReachable(tab, 'link', 'Amazon Web Services');
      await click(tab, 'button', 'Use light theme');
      await until(tab, theme, 'light');
      const light = await tab.evaluate(background);
      expect(light).not.toBe(dark);
      await tab.reload();
      expect(await tab.evaluate(theme)).toBe('light');
      expect(await tab.evaluate(background)).toBe(light);
      await untilReachable(tab, 'link', 'Amazon Web Services');
      await click(tab, 'button', 'Use dark theme');
      await until(tab, background, dark);
    });

    test('keyboard: an exam without a mouse', async () => {
      await tab.open(site.address);
      await untilReachable(tab, 'link', 'Amazon Web Services');
      await tabTo(tab, 'Amazon Web Services');
      await press(tab, 'Enter');
      await untilReachable(tab, 'link', 'Start');
      await tabTo(tab, 'Start');
      await press(tab, 'Enter');
      await untilAsked(1);
      await press(tab, ...keysOf(1), 'Enter');
      await untilSeen(tab, 'Score: 1/1');
      await untilReachable(tab, 'button', 'Next Question');
      await press(tab, 'Enter');
      await untilAsked(2);
      await press(tab, 'ArrowLeft');
      await untilAsked(1);
      await press(tab, 'n');
      await untilAsked(2);
      await press(tab, '?');
      await until(tab, openDialogs, 1);
      await press(tab, 'Escape');
      await until(tab, openDialogs, 0);
      await press(tab, ...keysOf(2), 'Enter');
      await untilSeen(tab, 'Score: 2/2');
    });

    test('layout: at 390 and at 1280 nothing scrolls sideways and the action is in reach', async () => {
      const sizes = [{ width: 390, height: 844 }, VIEW];
      const expectToFit = async (hasAction = false) => {
        for (const { width, height } of sizes) {
          await tab.resize(width, height);
          await until(tab, () => innerWidth, width);
          expect(await tab.evaluate(scrollsSideways), `at ${width}`).toBe(false);
          if (hasAction) await until(tab, hasNextInView, true);
        }
      };
      await tab.open(site.address);
      await untilReachable(tab, 'link', 'Amazon Web Services');
      await expectToFit();
      await click(tab, 'link', 'Amazon Web Services');
      await untilReachable(tab, 'link', 'Start');
      await expectToFit();
      await click(tab, 'link', 'Start');
      for (let number = 1; number <= TOTAL; number += 1) {
        await untilAsked(number);
        await answer(tab, rightOptions(number));
        await expectToFit(number < TOTAL);
        if (number < TOTAL) await click(tab, 'button', 'Next Question');
      }
    });
  });
