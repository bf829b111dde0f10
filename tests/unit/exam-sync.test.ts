import { describe, expect, it, vi } from 'vitest';
import { questionAddress } from '#contract/addresses.ts';
import { isAskDue, pauseExam, syncExam } from '#offline/download/exam-sync.ts';
import { emptyDocument } from '#offline/library/exam-document.ts';
import { isOnDevice, putDocument, readDocument } from '#offline/library/exam-library.ts';
import { DAY, HOUR } from '#primitives/time.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';
import { answerOf, stubPage } from '#support/stubbed-page.ts';

const NOON = new Date(2026, 10, 28, 12).getTime();
const saved = {
  ...emptyDocument(detailOf(['q1'])),
  questions: new Map([['q1', { answer: answerOf('one') }]]),
};

/** An API without bundles, at noon. */
const openTab = () => {
  const asked: string[] = [];
  stubPage(async (address) => {
    asked.push(address);
    if (address.includes('/api/exam?')) return new Response('', { status: 404 });
    return Response.json(address.includes('/api/questions?') ? detailOf(['q1']) : answerOf('new'));
  });
  fakeTheClock();
  vi.setSystemTime(NOON);
  const sync = async (
    ...request: Parameters<typeof syncExam> extends [unknown, ...infer R] ? R : []
  ) => {
    asked.length = 0;
    await Promise.all([syncExam(examKey, ...request), vi.advanceTimersByTimeAsync(5000)]);
    return asked.length;
  };
  return { asked, sync };
};

describe('a whole exam', () => {
  it.each([
    ['a day', DAY, 0],
    ['more than a day', DAY + 1, 3],
  ])('that was checked %s ago is asked for again only then', async (_, age, requests) => {
    const { sync } = openTab();
    await putDocument(examKey, { ...saved, checkedAt: NOON - age });
    expect(await sync()).toBeGreaterThanOrEqual(requests);
    expect((await readDocument(examKey))?.checkedAt === NOON - age).toBe(requests === 0);
  });

  it('is asked for again whenever its screen opens, and then takes what is new', async () => {
    const { sync, asked } = openTab();
    await putDocument(examKey, { ...saved, checkedAt: NOON - HOUR });
    expect(await sync()).toBe(0);
    await sync({ revalidates: true });
    expect(asked).toContain(questionAddress(SITE, 'aws', 'clf', 'q1'));
    expect((await readDocument(examKey))?.questions.get('q1')?.answer).toEqual(answerOf('new'));
  });
});

it('an exam that was removed in the meantime stays removed', async () => {
  const { sync } = openTab();
  expect(await sync({ onlyIfSaved: true })).toBe(0);
  expect(await isOnDevice(examKey)).toBe(false);
  expect(await sync()).toBeGreaterThan(0);
  expect(await isOnDevice(examKey)).toBe(true);
});

it('what the server lacked is asked for again after an hour', async () => {
  const { sync } = openTab();
  const lacking = { ...saved, questions: new Map(), unavailable: new Set(['q1']) };
  await putDocument(examKey, lacking);
  await sync();
  vi.setSystemTime(NOON + HOUR - 1);
  expect(isAskDue(examKey)).toBe(false);
  vi.setSystemTime(NOON + 2 * HOUR);
  expect(isAskDue(examKey)).toBe(true);
});

it('a download that is paused says so until it is resumed', async () => {
  openTab();
  await putDocument(examKey, { ...saved, questions: new Map() });
  await pauseExam(examKey);
  expect((await readDocument(examKey))?.isPaused).toBe(true);
});
