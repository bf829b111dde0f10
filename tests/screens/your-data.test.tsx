import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cacheNameOf, DOCUMENT } from '#contract/caches.ts';
import { ownKey } from '#contract/own.ts';
import { emptyLearning, LEARNER_VERSION, type Learning } from '#learner/schemas.ts';
import { settle } from '#learner/settle.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { refuseStorage, stored } from '#support/memory-store.ts';
import { openApp } from '#support/short-exam.tsx';
import {
  historyKeyOf,
  recordOf,
  runKeyOf,
  storedRun,
  studyKeyOf,
  versioned,
} from '#support/stored-runs.ts';

const history = versioned({ history: [recordOf('a')] });

/** All there can be of one exam, and a history in another whose name needs encoding. */
const storeData = () => {
  const run = storedRun();
  const { unscheduled: _, ...study } = settle({ ...emptyLearning, runs: [run] }, Date.now()).study;
  stored.set(runKeyOf('A Short Exam'), versioned({ run }));
  stored.set(historyKeyOf('A Short Exam'), history);
  stored.set(studyKeyOf('A Short Exam'), versioned(study));
  stored.set(historyKeyOf('100%', 'a/b'), history);
};
const everything = () => new Map([...stored].map(([key, value]) => [key, structuredClone(value)]));

const openSheet = async (prepare = () => {}) => {
  const { user } = openApp('/');
  prepare();
  await user.click(await screen.findByRole('button', { name: 'Back up or move progress' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Back up or move progress' }));
  const press = (name: string) => user.click(sheet.getByRole('button', { name }));
  const give = (file: File) =>
    act(async () => {
      fireEvent.change(sheet.getByLabelText('File to import'), { target: { files: [file] } });
    });
  const see = (text: RegExp | string) => sheet.findByText(text);
  return { press, give, see, sheet };
};

const frame = {
  kind: 'certdeck-learner-data',
  version: LEARNER_VERSION,
  exportedAt: '',
  exams: [] as unknown[],
};
const anExam = {
  providerId: 'aws',
  examId: 'Other',
  runs: [storedRun()],
  history: [],
  study: {},
};
const textFile = (text: string) => new File([text], 'data.json');
const fileOf = (changes: object) => textFile(JSON.stringify({ ...frame, ...changes }));
const goodFile = () => fileOf({ exams: [anExam] });

/** The files that the app downloads from now on, with their names. */
const catchFiles = () => {
  const blobs: Blob[] = [];
  const names: string[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => {},
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return { blobs, names };
};

const useIphone = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; like Mac OS X)');

const allowSharing = (share: (data: ShareData) => Promise<void>, canShareFiles = true) => {
  Object.assign(navigator, { canShare: () => canShareFiles, share });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });
};

const installOnIphone = () => {
  useIphone();
  const ask = matchMedia;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...ask(query),
    matches: query.includes('standalone'),
  }));
};

describe('exporting', () => {
  const refuse = (name: string) => () => Promise.reject(new DOMException('no', name));

  it('shares one file that holds the data', async () => {
    storeData();
    const { names } = catchFiles();
    const files: File[] = [];
    const { press, see } = await openSheet();
    allowSharing(async (data) => void files.push(...(data.files ?? [])));
    await press('Export');
    await see('Shared.');
    expect(names).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^certdeck-.*\.json$/)]);
    expect(JSON.parse((await files[0]?.text()) ?? '').exams).toHaveLength(2);
  });

  it.each([
    ['downloads if files can’t be shared', async () => {}, false, 'Saved to your downloads.', 1],
    ['downloads if sharing is refused', refuse('NotAllowedError'), true, 'Saved to', 1],
    ['does nothing if the share sheet is closed', refuse('AbortError'), true, 'Not exported.', 0],
  ])('%s', async (_, share, canShareFiles, text, downloads) => {
    storeData();
    const { names } = catchFiles();
    const { press, see } = await openSheet();
    allowSharing(share, canShareFiles);
    await press('Export');
    await see(new RegExp(`^${text}`));
    expect(names).toHaveLength(downloads);
  });

  it('says of an own exam that can’t be read where it is exported by itself', async () => {
    vi.stubGlobal('caches', createMemoryCaches());
    const cache = await caches.open(cacheNameOf(ownKey('Moons')));
    await cache.put(DOCUMENT, new Response('?'));
    catchFiles();
    const { press, see } = await openSheet();
    await press('Export');
    await see(/“Moons” is not in it.*under “Rename, export or remove” on its page\.$/);
  });

  it.each<[string, () => void, boolean]>([
    ['on iOS, which deletes data', () => void useIphone(), true],
    ['unless the app is on the home screen', installOnIphone, false],
    ['unless the browser deletes nothing', () => {}, false],
  ])('is advised before seven days without a visit %s', async (_, prepare, isAdvised) => {
    storeData();
    const { press, sheet } = await openSheet(prepare);
    const advice = /deletes them after seven days without a visit.*export a copy/;
    expect(sheet.queryByText(advice) !== null).toBe(isAdvised);
    catchFiles();
    await press('Export');
    await sheet.findByText('Saved to your downloads.');
  });
});

describe('the learner’s data', () => {
  it('can be exported, deleted after a confirmation, and imported again', async () => {
    storeData();
    const before = everything();
    const { blobs, names } = catchFiles();
    const { press, give, see, sheet } = await openSheet();
    await press('Export');
    await see('Saved to your downloads.');
    expect(names).toEqual([expect.stringMatching(/^certdeck-\d{4}-\d\d-\d\d\.json$/)]);

    const ask = () => sheet.queryByRole('region', { name: 'Delete everything?' });
    expect(ask()).toBeNull();
    await press('Delete all');
    expect(ask()?.textContent).toMatch(/^This deletes all runs.* on this device, for good\./);
    expect(sheet.getByRole('button', { name: 'Delete all' })).toHaveProperty('disabled', true);
    await press('Cancel');
    expect(ask()).toBeNull();
    expect(everything()).toEqual(before);
    await press('Delete all');
    await press('Delete everything');
    await see(/^Deleted\./);
    expect(everything().size).toBe(0);
    expect(sheet.queryByRole('button', { name: 'Delete everything' })).toBeNull();

    await give(new File(blobs, 'mine.json'));
    await see('Imported the data of 2 exams.');
    const comparable = (all: Map<string, unknown>) =>
      Object.fromEntries([...all].map(([key, value]) => [key, JSON.parse(JSON.stringify(value))]));
    expect(comparable(everything())).toMatchObject(comparable(before));
  });

  it('is exported with unreadable records, which are counted', async () => {
    storeData();
    stored.set(runKeyOf('Damaged'), versioned({ run: { questionIds: 'none' } }));
    const { blobs } = catchFiles();
    const { press, give, see } = await openSheet();
    await press('Export');
    await see('Saved to your downloads.');
    await see(/^1 record can’t be read\. It is kept as it was/);
    expect(JSON.parse((await blobs[0]?.text()) ?? '').unreadable).toMatchObject([
      { value: { questionIds: 'none' } },
    ]);
    await give(new File(blobs, 'mine.json'));
    await see('Imported the data of 3 exams.');
  });

  it('keeps the open run that was answered last, and says where the other one went', async () => {
    storeData();
    const { give, see } = await openSheet();
    const older = storedRun({ id: 'older', at: 5 });
    const newer = storedRun({ id: 'newer', at: Date.now() });
    await give(fileOf({ exams: [{ ...anExam, examId: 'A Short Exam', runs: [older] }] }));
    await see(
      /^Imported the data of 1 exam\. Whole exam in A Short Exam with 2 answers in the file is now in/,
    );
    expect(stored.get(runKeyOf('A Short Exam'))).toMatchObject({ run: { id: 'stored' } });
    await give(fileOf({ exams: [{ ...anExam, examId: 'A Short Exam', runs: [newer] }] }));
    await see(/with 2 answers on this device is now in History/);
    expect(stored.get(runKeyOf('A Short Exam'))).toMatchObject({ run: { id: 'newer' } });
    const ids = (stored.get(historyKeyOf('A Short Exam')) as Learning).history.map(
      ({ runId }) => runId,
    );
    expect(ids).toEqual(expect.arrayContaining(['older', 'stored']));
    expect(stored.get(historyKeyOf('100%', 'a/b'))).toEqual(history);
  });
});

describe('importing changes nothing, and says why, for', () => {
  const notOurs = /^Choose a CertDeck backup file\. This one comes from elsewhere\./;
  it.each<[string, File, RegExp]>([
    ['an empty file', textFile(''), /^Choose a CertDeck backup file\. Nothing/],
    ['another app’s file', fileOf({ kind: 'other' }), notOurs],
    [
      'a newer version',
      fileOf({ version: LEARNER_VERSION + 1, exams: [anExam] }),
      /newer CertDeck/,
    ],
  ])('%s', async (_, file, text) => {
    storeData();
    const before = everything();
    const { give, see } = await openSheet();
    await give(file);
    expect((await see(text)).textContent).toMatch(/Nothing was changed/);
    expect(everything()).toEqual(before);
  });

  it('a huge file, which is not even read', async () => {
    storeData();
    const before = everything();
    const huge = goodFile();
    Object.defineProperty(huge, 'size', { value: 2_000_000_000 });
    const read = vi.spyOn(huge, 'text');
    const { give, see } = await openSheet();
    await give(huge);
    await see(/too large.*Nothing was changed/);
    expect(read).not.toHaveBeenCalled();
    expect(everything()).toEqual(before);
  });

  it('a file that has been deleted in the meantime', async () => {
    const gone = goodFile();
    vi.spyOn(gone, 'text').mockRejectedValue(new DOMException('Gone', 'NotFoundError'));
    const { give, see } = await openSheet();
    await give(gone);
    await see(/can’t be read.*Nothing was changed/);
    expect(everything().size).toBe(0);
  });
});

it('sets aside what it can’t read of a file, and imports the rest', async () => {
  const { give, see } = await openSheet();
  const changes = [{ examId: '' }, { examId: '\ud800' }, { runs: [{ id: 'x' }] }];
  await give(fileOf({ exams: [anExam, ...changes.map((change) => ({ ...anExam, ...change }))] }));
  await see(
    'Imported the data of 1 exam. 3 records of the file can’t be read. They are kept as they are.',
  );
  await see(/^3 records can’t be read\./);
  expect(stored.get(runKeyOf('Other'))).toMatchObject({ run: { id: 'stored' } });
});

it('imports a good file after a bad one', async () => {
  const { give, see, sheet } = await openSheet();
  const box = sheet.getByLabelText<HTMLInputElement>('File to import');
  let chosen = '';
  Object.defineProperty(box, 'value', { get: () => chosen, set: (name) => (chosen = name) });
  chosen = 'data.json';
  await give(textFile('nonsense'));
  await see(/^Choose a CertDeck backup file\./);
  // A browser tells of no choice that is the same as the one before.
  expect(chosen).toBe('');
  await give(goodFile());
  await see('Imported the data of 1 exam.');
  await waitFor(() =>
    expect(stored.get(runKeyOf('Other'))).toMatchObject({ run: { id: 'stored' } }),
  );
});

it('says so if the device stores nothing', async () => {
  storeData();
  refuseStorage();
  const { press, give, see } = await openSheet();
  await press('Export');
  await see(/nothing to export/);
  await give(goodFile());
  await see(/could not store.*Nothing was changed/);
  await press('Delete all');
  await press('Delete everything');
  await see(/nothing was deleted/);
});
