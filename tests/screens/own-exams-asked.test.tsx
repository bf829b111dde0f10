import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { trusted } from '#api/trusted-types.ts';
import { readDeck } from '#exchange/deck.ts';
import type { DeckRequest } from '#exchange/deck-worker.ts';
import { openApp } from '#support/short-exam.tsx';

/** Reads at once, in place of the worker. */
class ReadingWorker {
  onmessage: (event: { data: unknown }) => void = () => {};
  terminate() {}
  postMessage(request: DeckRequest) {
    if (request.kind === 'read') this.onmessage({ data: readDeck(request.files, request.told) });
  }
}

const actAsync = (work: () => void) => act(async () => work());

const openSheet = async (worker: unknown) => {
  vi.spyOn(trusted, 'createScriptURL').mockReturnValue('');
  vi.stubGlobal('Worker', worker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = openApp('/');
  await user.click(await screen.findByRole('button', { name: 'Add your own questions' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Add your own questions' }));
  const choose = (...files: File[]) =>
    act(async () => {
      fireEvent.change(sheet.getByLabelText('Files of questions'), { target: { files } });
    });
  return { sheet, user, choose };
};

/** A file whose bytes can be read, unlike jsdom's. */
const fileOf = (name: string, text: string) =>
  Object.assign(new File([text], name), {
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  });

const openFile = async (name: string, text: string, worker: unknown = ReadingWorker) => {
  const { sheet, user, choose } = await openSheet(worker);
  await choose(fileOf(name, text));
  const press = async (label: string) =>
    user.click(await sheet.findByRole('button', { name: label }));
  const rightOption = async () => {
    const marked = await sheet.findAllByText('Correct answer');
    return marked.map((one) => one.closest('li')?.textContent);
  };
  return { sheet, user, choose, press, rightOption };
};

it('a table whose columns have other names is read once both are chosen', async () => {
  const table = 'Kysymys,A,B,Oikein\nWhich is red?,Venus,Mars,B\n';
  const { sheet, user, rightOption } = await openFile('a.csv', table);
  await user.selectOptions(
    await sheet.findByLabelText('Which column holds the question?'),
    'Kysymys',
  );
  await user.selectOptions(
    await sheet.findByLabelText('Which column holds the right answer?'),
    'Oikein',
  );
  expect(await rightOption()).toEqual(['B. MarsCorrect answer']);
});

it('a file that asks is not left out in silence where others would be enough', async () => {
  const { sheet, choose } = await openSheet(ReadingWorker);
  await choose(
    fileOf('a.csv', 'question,a,b,answer\nWhich is red?,Venus,Mars,B\n'),
    fileOf('b.csv', 'Kysymys,A,B,Oikein\nWhich is hot?,Venus,Mars,A\n'),
  );
  await sheet.findByLabelText('Which column holds the question?');
  expect(sheet.queryByRole('list', { name: 'How they will look' })).toBeNull();
});

it('what was found stays when no other file is chosen, and gives way to a new start', async () => {
  const { sheet, choose, press } = await openFile(
    'a.csv',
    'question,a,b,answer\nWhich is red?,Venus,Mars,B\n',
  );
  await sheet.findByText('1 question found');
  await press('Choose other files');
  expect(sheet.queryByText('1 question found')).toBeNull();
  await choose(fileOf('b.csv', 'question,a,b,answer\n'));
  await sheet.findByText('No questions found');
  await choose();
  await sheet.findByText('No questions found');
});

const longer = 'Every planet but two turns the same way as the Sun.';
const unknown = JSON.stringify([
  { question: 'Which is red?', options: ['Venus', 'Mars'], answer: 'B', fact: longer },
]);

const notedText = '"fact" is not known and left out';

// The preview shows no explanations.
it.each([
  ['Part of the question', true, false],
  ['Explanation', false, false],
  ['Leave out', false, true],
])('a text that is not known is asked for: %s', async (choice, isInStem, isLost) => {
  const { sheet, press } = await openFile('a.json', unknown);
  const group = await sheet.findByRole('group', { name: 'What is “fact”?' });
  expect(group.textContent).toContain(longer);
  await press(choice);
  const list = await sheet.findByRole('list', { name: 'How they will look' });
  expect(list.textContent).toContain('Which is red?');
  expect(list.textContent?.includes(longer)).toBe(isInStem);
  expect(sheet.queryByText(notedText, { exact: false }) !== null).toBe(isLost);
});

it.each([
  ['Venus', 'A. VenusCorrect answer'],
  ['Mars', 'B. MarsCorrect answer'],
])('a number without a 0 in the file is asked for, both ways shown: %s', async (choice, right) => {
  const list = JSON.stringify([
    { question: 'Which is it?', options: ['Venus', 'Mars', 'Earth'], answer: 1 },
  ]);
  const { sheet, press, rightOption } = await openFile('a.json', list);
  const group = within(
    await sheet.findByRole('group', { name: 'Which answer to “Which is it?” is right?' }),
  );
  expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Venus',
    'Mars',
  ]);
  await press(choice);
  expect(await rightOption()).toEqual([right]);
});

it('a number that is no place one way says so', async () => {
  const list = JSON.stringify([
    { question: 'Which is it?', options: ['Venus', 'Mars'], answer: 2 },
  ]);
  const { sheet, press, rightOption } = await openFile('a.json', list);
  await sheet.findByRole('button', { name: 'None of these' });
  await press('Mars');
  expect(await rightOption()).toEqual(['B. MarsCorrect answer']);
});

describe('the readers', () => {
  /** Does what a test makes it do, and tells whether it has been ended. */
  class HeldWorker {
    onmessage: (event: { data: unknown }) => void = () => {};
    onerror: (event: { message?: string }) => void = () => {};
    isEnded = false;
    postMessage() {}
    terminate() {
      this.isEnded = true;
    }
  }
  const nothing = { questions: [], files: [], leftOut: [], notes: [] };

  const openTable = (worker: unknown) => openFile('a.csv', 'question,a,b,answer\n', worker);

  const openHeld = async (open: (worker: unknown) => ReturnType<typeof openSheet> = openTable) => {
    const workers: HeldWorker[] = [];
    class Worker extends HeldWorker {
      constructor() {
        super();
        workers.push(this);
      }
    }
    const opened = await open(Worker);
    await opened.sheet.findByText('Reading…');
    await vi.waitFor(() => expect(workers).not.toEqual([]));
    return { ...opened, workers, worker: workers[0] as HeldWorker };
  };

  const ends: [string, (worker: HeldWorker) => void, RegExp][] = [
    ['have answered', (worker) => worker.onmessage({ data: nothing }), /^No questions found$/],
    [
      'have run out of memory',
      (worker) => worker.onerror({ message: 'Out of memory' }),
      /^This is more than can be read here\./,
    ],
    ['could not be loaded', (worker) => worker.onerror({}), /^The files can’t be read now\./],
  ];

  it.each(ends)('end once they %s, and other files can be chosen', async (_, act, said) => {
    const { sheet, worker } = await openHeld();
    await actAsync(() => act(worker));
    await sheet.findByText(said);
    expect(worker.isEnded).toBe(true);
    expect(sheet.getByRole('button', { name: /^Choose (another file|files)$/ })).toBeTruthy();
  });

  it.each(ends)(
    'leave pasted text and the focus where they are once they %s',
    async (_, act, said) => {
      const { sheet, worker } = await openHeld(async (worker) => {
        const { sheet, user, choose } = await openSheet(worker);
        await user.type(sheet.getByLabelText('Or paste questions'), 'Which is red?');
        await user.click(sheet.getByRole('button', { name: 'Read' }));
        return { sheet, user, choose };
      });
      await actAsync(() => act(worker));
      await sheet.findByText(said);
      expect(sheet.getByLabelText<HTMLTextAreaElement>('Or paste questions').value).toBe(
        'Which is red?',
      );
      expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Read' }));
    },
  );

  it('end when their sheet is closed, and say nothing any more', async () => {
    const { user, sheet, worker } = await openHeld();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(worker.isEnded).toBe(true));
    await actAsync(() => worker.onerror({ message: 'Out of memory' }));
    expect(screen.queryByText(/^This is more than can be read here/)).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('end once other files are chosen, and what they still say is dropped', async () => {
    const { sheet, choose, worker, workers } = await openHeld();
    await choose(fileOf('b.csv', ''));
    await vi.waitFor(() => expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]));
    await actAsync(() => worker.onmessage({ data: nothing }));
    await sheet.findByText('Reading…');
    await actAsync(() => workers[1]?.onmessage({ data: nothing }));
    await sheet.findByText('No questions found');
  });

  it('are not asked for more than they can read', async () => {
    const { sheet, choose } = await openSheet(class {});
    await choose(Object.defineProperty(fileOf('a.csv', ''), 'size', { value: 33_000_000 }));
    await sheet.findByText(/^33 MB are more than the 32 MB that fit\./);
  });

  it('begin anew for what the learner has told of the file', async () => {
    const { sheet, user, worker, workers } = await openHeld();
    const asked = { kind: 'column', part: 'question', headers: ['Kysymys'] };
    await actAsync(() => worker.onmessage({ data: { ...nothing, asked } }));
    await user.selectOptions(
      await sheet.findByLabelText('Which column holds the question?'),
      'Kysymys',
    );
    await vi.waitFor(() => expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]));
  });
});
