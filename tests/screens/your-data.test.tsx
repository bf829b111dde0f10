import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import '#support/console-watch.ts';
import { keptRun, progressKeyOf, runKeyOf } from '#support/kept-runs.ts';
import { refuseStorage, stored } from '#support/memory-store.ts';
import { openApp } from '#support/short-exam.tsx';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const record = {
  runId: 'a',
  finishedAt: Date.UTC(2026, 0, 2),
  correct: 3,
  answered: 4,
  total: 4,
  elapsed: 65_000,
};
const progress = { version: 2, history: [record], practise: { 'question-02': 1 } };

/** A run in one exam, a history in it and in another whose name is no plain word. */
const leaveData = () => {
  stored.set(runKeyOf('A Short Exam'), { version: 2, ...keptRun() });
  stored.set(progressKeyOf('A Short Exam'), progress);
  stored.set(progressKeyOf('100%', 'a/b'), progress);
};
const everything = () => new Map([...stored].map(([key, value]) => [key, structuredClone(value)]));

const openSheet = async () => {
  const { user } = openApp('/');
  await user.click(await screen.findByRole('button', { name: 'Your progress data' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Your progress data' }));
  const press = (name: string) => user.click(sheet.getByRole('button', { name }));
  const give = (file: File) =>
    act(async () => {
      fireEvent.change(sheet.getByLabelText('File to import'), { target: { files: [file] } });
    });
  const told = (words: RegExp | string) => sheet.findByText(words);
  return { press, give, told, sheet };
};

const fileOf = (content: unknown) =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], 'data.json');
const frame = { kind: 'certdeck-learner-data', version: 1, exportedAt: '', exams: [] as unknown[] };
const anExam = { providerId: 'aws', examId: 'Other', run: keptRun() };

/** The files that the app gives from here on, by name. */
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

const beOnIphone = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; like Mac OS X)');

/** A device whose share sheet does as told. */
const canShare = (share: (data: ShareData) => Promise<void>, takesFiles = true) => {
  Object.assign(navigator, { canShare: () => takesFiles, share });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });
};

/** An app on the home screen of an iPhone. */
const beOnHomeScreen = (share: (data: ShareData) => Promise<void>) => {
  beOnIphone();
  canShare(share);
  const ask = matchMedia;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...ask(query),
    matches: query.includes('standalone'),
  }));
};

describe('the data of a learner in an app on the home screen of iOS', () => {
  it('is shared, since a link to a file would have no way back', async () => {
    leaveData();
    const { names } = catchFiles();
    const files: File[] = [];
    const { press, told } = await openSheet();
    beOnHomeScreen(async (data) => void files.push(...(data.files ?? [])));
    await press('Export');
    await told('Shared.');
    expect(names).toEqual([]);
    expect(files[0]?.name).toMatch(/^certdeck-.*\.json$/);
    expect(JSON.parse((await files[0]?.text()) ?? '').exams).not.toEqual([]);
  });

  it('is not said to be exported when the share sheet was closed', async () => {
    leaveData();
    catchFiles();
    const { press, told } = await openSheet();
    beOnHomeScreen(() => Promise.reject(new DOMException('closed', 'AbortError')));
    await press('Export');
    await told('Not exported.');
  });
});

describe('the copy of a learner’s data', () => {
  const refuse = (name: string) => () => Promise.reject(new DOMException('no', name));

  it.each([
    ['is shared where the device shares files', async () => {}, true, 'Shared.', 0],
    [
      'is downloaded where it shares no files',
      async () => {},
      false,
      'Saved to your downloads.',
      1,
    ],
    ['is downloaded where sharing is refused', refuse('NotAllowedError'), true, 'Saved to', 1],
    ['is not made when the learner thinks better of it', refuse('AbortError'), true, 'Not exp', 0],
  ])('%s', async (_, share, takesFiles, words, downloads) => {
    leaveData();
    const { names } = catchFiles();
    const { press, told } = await openSheet();
    canShare(share, takesFiles);
    await press('Export');
    await told(new RegExp(`^${words}`));
    expect(names).toHaveLength(downloads);
  });

  it('is offered at home on iOS, where the browser deletes what is not on the home screen', async () => {
    leaveData();
    localStorage.setItem('returning', 'yes');
    beOnIphone();
    const { user } = openApp('/');
    await user.click(await screen.findByRole('button', { name: 'Save a copy' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Your progress data' }));
    expect(sheet.getByText(/deletes them after seven days without a visit/)).toBeTruthy();
  });

  it.each([
    ['nothing was practiced yet', () => void beOnIphone()],
    ['the app is on the home screen', () => beOnHomeScreen(async () => {})],
    ['the browser keeps it', () => {}],
  ])('is not offered at home where %s', async (name, be) => {
    leaveData();
    if (!name.startsWith('nothing')) localStorage.setItem('returning', 'yes');
    openApp('/');
    be();
    await screen.findByRole('button', { name: 'Your progress data' });
    expect(screen.queryByRole('button', { name: 'Save a copy' })).toBeNull();
  });
});

describe('the data of a learner', () => {
  it('is exported, deleted once that is confirmed, and all there again after an import', async () => {
    leaveData();
    const before = everything();
    const { blobs, names } = catchFiles();
    const { press, give, told, sheet } = await openSheet();
    await press('Export');
    await told('Saved to your downloads.');
    expect(names).toEqual([expect.stringMatching(/^certdeck-\d{4}-\d\d-\d\d\.json$/)]);

    await press('Delete all');
    await press('Cancel');
    expect(everything()).toEqual(before);
    await press('Delete all');
    await press('Delete everything');
    await told(/^Deleted\./);
    expect(everything().size).toBe(0);
    expect(sheet.queryByRole('button', { name: 'Delete everything' })).toBeNull();

    await give(new File(blobs, 'mine.json'));
    await told('Imported the data of 2 exams.');
    expect(everything()).toEqual(before);
  });

  it('that is spoilt on the device is left out of the file, which can still be imported', async () => {
    leaveData();
    stored.set(runKeyOf('Spoilt'), { version: 1, questionIds: 'none' });
    stored.set('something/else', 5);
    const { blobs } = catchFiles();
    const { press, give, told } = await openSheet();
    await press('Export');
    await told('Saved to your downloads.');
    await give(new File(blobs, 'mine.json'));
    await told('Imported the data of 3 exams.');
    expect(stored.get('something/else')).toBe(5);
  });

  it('of an imported exam takes the place of what is here, and leaves other exams alone', async () => {
    leaveData();
    const { give, told } = await openSheet();
    const run = keptRun({ id: 'another' });
    await give(fileOf({ ...frame, exams: [{ providerId: 'aws', examId: 'A Short Exam', run }] }));
    await told('Imported the data of 1 exam.');
    expect(stored.get(runKeyOf('A Short Exam'))).toMatchObject({ id: 'another' });
    expect(stored.get(progressKeyOf('100%', 'a/b'))).toEqual(progress);
  });
});

describe('a file that can’t be imported changes nothing and is told apart:', () => {
  const ours = /not one that CertDeck wrote/;
  const spoilt = /changed or damaged/;

  it.each<[string, File, RegExp]>([
    ['a picture', fileOf('\u0089PNG\r\n'), /it is no JSON/],
    ['an empty file', fileOf(''), /it is no JSON/],
    ['a list', fileOf([anExam]), ours],
    ['nothing', fileOf('null'), ours],
    ['another app’s', fileOf({ ...frame, kind: 'other' }), ours],
    ['no list of exams', fileOf({ ...frame, exams: 'all' }), ours],
    ['a later version', fileOf({ ...frame, version: 3, exams: [anExam] }), /newer CertDeck/],
    [
      'a run of a later version',
      fileOf({ ...frame, exams: [{ ...anExam, run: { ...keptRun(), version: 3 } }] }),
      spoilt,
    ],
    [
      'one good exam and one without a name',
      fileOf({ ...frame, exams: [anExam, { ...anExam, examId: '' }] }),
      spoilt,
    ],
    [
      'half a character for a name',
      fileOf({ ...frame, exams: [{ ...anExam, examId: '\ud800' }] }),
      spoilt,
    ],
    [
      'one good exam and one with half a run',
      fileOf({ ...frame, exams: [anExam, { ...anExam, run: { id: 'x' } }] }),
      spoilt,
    ],
    [
      'one good exam and one with a spoilt history',
      fileOf({ ...frame, exams: [anExam, { ...anExam, progress: { history: [{}] } }] }),
      spoilt,
    ],
    ['exams that are none', fileOf({ ...frame, exams: [null, 1, 'x'] }), spoilt],
  ])('%s', async (_, file, words) => {
    leaveData();
    const before = everything();
    const { give, told } = await openSheet();
    await give(file);
    expect((await told(words)).textContent).toMatch(/Nothing was changed/);
    expect(everything()).toEqual(before);
  });

  it('a huge one, which is not even read', async () => {
    leaveData();
    const before = everything();
    const huge = fileOf({ ...frame, exams: [anExam] });
    Object.defineProperty(huge, 'size', { value: 2_000_000_000 });
    const read = vi.spyOn(huge, 'text');
    const { give, told } = await openSheet();
    await give(huge);
    await told(/too large.*Nothing was changed/);
    expect(read).not.toHaveBeenCalled();
    expect(everything()).toEqual(before);
  });

  it('one that is gone by the time it is read', async () => {
    const gone = fileOf({ ...frame, exams: [anExam] });
    vi.spyOn(gone, 'text').mockRejectedValue(new DOMException('Gone', 'NotFoundError'));
    const { give, told } = await openSheet();
    await give(gone);
    await told(/can’t be read.*Nothing was changed/);
    expect(everything().size).toBe(0);
  });

  it('and after it, a good one is taken', async () => {
    const { give, told } = await openSheet();
    await give(fileOf('nonsense'));
    await told(/no JSON/);
    await give(fileOf({ ...frame, exams: [anExam] }));
    await told('Imported the data of 1 exam.');
    await waitFor(() => expect(stored.get(runKeyOf('Other'))).toMatchObject({ id: 'kept' }));
  });
});

it('a device that stores nothing is told of, whatever is asked of it', async () => {
  leaveData();
  refuseStorage();
  const { press, give, told } = await openSheet();
  await press('Export');
  await told(/nothing to export/);
  await give(fileOf({ ...frame, exams: [anExam] }));
  await told(/could not store.*Nothing was changed/);
  await press('Delete all');
  await press('Delete everything');
  await told(/nothing was deleted/);
});
