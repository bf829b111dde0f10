import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeBuild, removeBuild } from '#support/next-build.ts';
import type { Browser, OpenBrowser, Tab } from './driver.ts';
import {
  answer,
  click,
  press,
  shownPictures,
  tabTo,
  until,
  untilReachable,
  untilSaved,
  untilSeen,
} from './learner.ts';
import { EXAM, EXAM_PATH, type SmallQuestion, startSite, writeSmallBank } from './small-site.ts';

const BUILT_SITE = fileURLToPath(new URL('../../dist', import.meta.url));

/** The total of the small exam. */
const TOTAL = 5;

const buildOf = () => document.documentElement.dataset.build ?? 'one';

const background = () => getComputedStyle(document.documentElement).backgroundColor;

/** What the first picture on the page has in its middle: 0 for black up to 255 for white. */
const pictureBrightness = async () => {
  const image = document.querySelector<HTMLImageElement>('article img');
  if (!image?.complete || image.naturalWidth === 0) return undefined;
  const canvas = Object.assign(document.createElement('canvas'), { width: 9, height: 9 });
  const drawing = canvas.getContext('2d');
  drawing?.drawImage(image, 0, 0, 9, 9);
  return drawing?.getImageData(4, 4, 1, 1).data[0];
};

const sidewaysScroll = () => {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth);
};

/** How often this document has asked for the configuration. */
const configRequests = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/config.json'))
    .length;

/** Whether the worker has stored the lists, which a first visit asks for again once it has control. */
const hasLists = async () => {
  const seen = await (await caches.open('certdeck/seen')).keys();
  const paths = seen.map(({ url }) => new URL(url).pathname);
  return ['/api/providers', '/api/exams'].every((path) => paths.includes(path));
};

/** The main journeys, each a test, through one engine. */
export const describeJourneys = (name: string, openBrowser: OpenBrowser) =>
  describe(name, { timeout: 90_000 }, () => {
    let profile: string;
    let bank: Awaited<ReturnType<typeof writeSmallBank>>;
    let browser: Browser | undefined;
    let site: Awaited<ReturnType<typeof startSite>>;
    let tab: Tab;

    beforeAll(async () => {
      profile = await mkdtemp(join(tmpdir(), 'certdeck-profile-'));
      bank = await writeSmallBank();
    });
    afterAll(async () => {
      await browser?.close();
      await bank.remove();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    });
    // A site of its own for each journey: another port is another origin, where nothing is stored.
    beforeEach(async () => {
      site = await startSite(bank.folder);
      tab = await openTab();
    }, 60_000);
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

    /** The texts of the right options, or of a wrong one. */
    const rightOptions = (number: number) => {
      const { options, key } = questionAt(number);
      return options.filter((_, place) => key.includes(place));
    };
    const wrongOption = (number: number) => {
      const { options, key } = questionAt(number);
      return options.filter((_, place) => !key.includes(place)).slice(0, 1);
    };

    const keysOf = (number: number) => questionAt(number).key.map((place) => `${place + 1}`);

    const numberOf = (picture: SmallQuestion['picture']) =>
      site.questions.findIndex((question) => question.picture === picture) + 1;

    /** Resolves when the question's words and pictures are on screen. */
    const untilAsked = async (asked: Tab, number: number) => {
      const { stem, picture } = questionAt(number);
      await untilSeen(asked, `Question ${number} of ${TOTAL}`);
      await untilSeen(asked, stem);
      await until(asked, shownPictures, picture ? [true] : []);
    };

    const startFromHome = async (started: Tab) => {
      await started.open(site.address);
      await click(started, 'link', 'Amazon Web Services');
      await click(started, 'link', 'Start');
      await untilAsked(started, 1);
    };

    const goOn = async (from: number) => {
      await click(tab, 'button', 'Next Question');
      await untilAsked(tab, from + 1);
    };

    /** From the first question, which is on screen, to the final score, every answer right. */
    const answerAll = async (answering: Tab) => {
      for (let number = 1; number <= TOTAL; number += 1) {
        await untilAsked(answering, number);
        await answer(answering, rightOptions(number));
        if (number < TOTAL) await click(answering, 'button', 'Next Question');
      }
      await untilSeen(answering, `Final Score: ${TOTAL}/${TOTAL} (100%)`);
    };

    test('start: from home to the first verdict, and the exam is saved', async () => {
      await startFromHome(tab);
      await answer(tab, wrongOption(1));
      await untilSeen(tab, 'Not quite');
      await untilSeen(tab, 'Score: 0/1');
      await untilSaved(tab);
    });

    test('offline: the whole exam with the server’s process ended', async () => {
      await startFromHome(tab);
      await untilSaved(tab);
      await site.stop();
      await answerAll(tab);
    });

    test('reload: offline, at the exam’s address', async () => {
      await startFromHome(tab);
      await untilSaved(tab);
      await site.stop();
      await tab.reload();
      await answerAll(tab);
      expect(await tab.evaluate(configRequests)).toBe(1);
    });

    test('new tab: offline, from home by taps', async () => {
      await startFromHome(tab);
      await untilSaved(tab);
      await until(tab, hasLists, true);
      await site.stop();
      const other = await openTab();
      await startFromHome(other);
      await answerAll(other);
      await other.close();
    });

    test('browser closed and opened: offline, from what home lists', async () => {
      await startFromHome(tab);
      await untilSaved(tab);
      await endBrowser('close');
      await site.stop();
      tab = await openTab();
      await tab.open(site.address);
      await untilSeen(tab, 'On this device');
      await click(tab, 'link', EXAM);
      await untilSaved(tab);
      await answerAll(tab);
    });

    test('pictures: shown, enlarged, and in the theme’s colors', async () => {
      await startFromHome(tab);
      await click(tab, 'button', `Question ${numberOf('svg')}`);
      await untilAsked(tab, numberOf('svg'));
      await until(tab, pictureBrightness, 0);
      await click(tab, 'button', 'Use light theme');
      await until(tab, pictureBrightness, 255);
      await click(tab, 'button', 'Enlarge');
      const enlarged = () => document.querySelectorAll('dialog:modal img').length;
      await until(tab, enlarged, 1);
      await press(tab, 'Escape');
      await until(tab, enlarged, 0);
      await click(tab, 'button', `Question ${numberOf('png')}`);
      await untilAsked(tab, numberOf('png'));
    });

    test('resume: a run goes on after the browser was killed', async () => {
      await startFromHome(tab);
      await answer(tab, rightOptions(1));
      await goOn(1);
      await untilSaved(tab);
      await answer(tab, wrongOption(2));
      await goOn(2);
      await endBrowser('kill');
      tab = await openTab();
      await tab.open(site.address + EXAM_PATH);
      await click(tab, 'button', /^Continue at question [23] of 5/);
      await untilSeen(tab, 'Score: 1/2');
    });

    test('back: a page that was left has its answers, and goes on keeping them', async () => {
      await startFromHome(tab);
      await answer(tab, rightOptions(1));
      await goOn(1);
      await click(tab, 'button', 'Flag');
      await tab.open(`${site.address}/licenses.txt`);
      await tab.goBack();
      expect(await tab.evaluate(() => location.pathname)).toBe(EXAM_PATH);
      // The browser may have kept the page as it was, or load it anew.
      await untilSeen(tab, /Score: 1\/1|Continue at question/);
      const isNew = await tab.evaluate(() => document.body.innerText.includes('Continue at'));
      if (isNew) await click(tab, 'button', 'Continue at question 2 of 5');
      await untilAsked(tab, 2);
      await answer(tab, rightOptions(2));
      await untilSeen(tab, 'Score: 2/2');
      await tab.reload();
      await click(tab, 'button', 'Continue at question 2 of 5');
      await untilSeen(tab, 'Score: 2/2');
    });

    test('update: announced in an exam, comes with the tap, and works offline', async () => {
      await startFromHome(tab);
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
      await click(tab, 'button', 'Continue at question 1 of 5');
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
      await untilAsked(visit, 1);
      await until(visit, () => document.documentElement.dataset.theme, 'dark');
      await closed.close();
      await rm(blocked, { recursive: true, force: true, maxRetries: 5 });
    });

    test('themes: dark without a choice, and a choice holds', async () => {
      await tab.open(site.address);
      const theme = () => document.documentElement.dataset.theme;
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
      await untilAsked(tab, 1);
      await press(tab, ...keysOf(1), 'Enter');
      await untilSeen(tab, 'Score: 1/1');
      await untilReachable(tab, 'button', 'Next Question');
      await press(tab, 'Enter');
      await untilAsked(tab, 2);
      await press(tab, 'ArrowLeft');
      await untilAsked(tab, 1);
      await press(tab, 'n');
      await untilAsked(tab, 2);
      await press(tab, '?');
      const openDialogs = () => document.querySelectorAll('dialog:modal').length;
      await until(tab, openDialogs, 1);
      await press(tab, 'Escape');
      await until(tab, openDialogs, 0);
      await press(tab, ...keysOf(2), 'Enter');
      await untilSeen(tab, 'Score: 2/2');
    });

    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      test(`layout: at ${width} nothing scrolls sideways and the action is in reach`, async () => {
        await tab.resize(width, height);
        await tab.open(site.address);
        await until(tab, () => innerWidth, width);
        await untilReachable(tab, 'link', 'Amazon Web Services');
        expect(await tab.evaluate(sidewaysScroll)).toBe(0);
        await click(tab, 'link', 'Amazon Web Services');
        await untilReachable(tab, 'link', 'Start');
        expect(await tab.evaluate(sidewaysScroll)).toBe(0);
        await click(tab, 'link', 'Start');
        for (let number = 1; number <= TOTAL; number += 1) {
          await untilAsked(tab, number);
          await answer(tab, rightOptions(number));
          expect(await tab.evaluate(sidewaysScroll)).toBe(0);
          if (number === TOTAL) break;
          await tab.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
          const isInView = () => {
            const next = [...document.querySelectorAll('button')].find(
              ({ innerText }) => innerText === 'Next Question',
            );
            const { top = -1, bottom = Infinity } = next?.getBoundingClientRect() ?? {};
            return top >= 0 && bottom <= innerHeight;
          };
          await until(tab, isInView, true);
          await click(tab, 'button', 'Next Question');
        }
      });
    }
  });
