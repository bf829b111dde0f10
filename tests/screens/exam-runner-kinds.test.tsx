import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, findButton, numberButton, options, verdicts } from '#support/runner-view.ts';
import { bankOf } from '#support/test-bank.ts';
import { otherKinds, plainQuestion } from '#support/test-questions.ts';

const bank = bankOf({
  id: 'other',
  name: 'Other Kinds',
  questions: { ...otherKinds, last: plainQuestion('Which is last?') },
  sitting: { questions: 5, minutes: 30, pass: { score: '1', share: 70 } },
});
const ADDRESS = '/exams/aws/Other%20Kinds';
const stems = Object.values(otherKinds).map(({ questionParts }) => questionParts[0] ?? '');

const open = async (number = 1, search = '') => {
  const { user } = renderApp(`${ADDRESS}${search}`, { bank });
  await screen.findByRole('article');
  if (number > 1) await user.click(numberButton(number));
  await screen.findByText(stems[number - 1] ?? '');
  // What a kind needs is loaded with its first question.
  if (number < 4)
    await screen.findByRole(number === 2 ? 'list' : 'group', {
      name: number === 2 ? 'Your order' : (stems[number - 1] ?? ''),
    });
  return user;
};

const score = () => screen.getAllByText(/^Score: /)[0]?.textContent;
/** What describes a control to a screen reader. */
const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
/** What a screen reader is told without a move of the focus. */
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const leave = async (user: UserEvent, number: number) => {
  await user.click(numberButton(5));
  await screen.findByText('Which is last?');
  await user.click(numberButton(number));
  await screen.findByText(stems[number - 1] ?? '');
};

describe('a series', () => {
  const judge = async (user: UserEvent, ...words: string[]) => {
    for (const [at, word] of words.entries()) {
      const statement = screen.getAllByRole('radiogroup')[at] as HTMLElement;
      await user.click(within(statement).getByRole('radio', { name: word }));
    }
  };
  const judged = () =>
    screen.getAllByRole('radiogroup').map((group) => {
      const chosen = within(group).queryByRole('radio', { checked: true });
      return chosen?.closest('label')?.textContent;
    });

  it('is checked once each statement is judged, and named by it', async () => {
    const user = await open(1);
    expect(screen.getByRole('radiogroup', { name: 'Water is dry' })).toBeTruthy();
    await judge(user, 'Yes', 'No');
    expect(checkButton()).toHaveProperty('disabled', true);
    await judge(user, 'Yes', 'No', 'Yes');
    await user.click(checkButton());
    expect(score()).toBe('Score: 1/1');
    expect(verdicts().length + document.querySelectorAll('[data-verdict=correct]').length).toBe(4);
    expect(screen.getByText('It is wet.')).toBeTruthy();
  });

  it('says of a wrong one what was right, and comes back as it was left', async () => {
    const user = await open(1);
    await judge(user, 'Yes', 'Yes', 'Yes');
    await user.click(checkButton());
    expect(score()).toBe('Score: 0/1');
    expect(screen.getByText('Your answer: Yes')).toBeTruthy();
    expect(screen.getByText('Correct answer: No')).toBeTruthy();
    const told = screen.getAllByRole('radiogroup').map((group) =>
      within(group)
        .getAllByRole('radio')
        .map((radio) => descriptionOf(radio)),
    );
    const verdicts = [
      'Correct answer: YesLook up.',
      'Your answer: YesCorrect answer: NoIt is wet.',
      'Correct answer: YesIt halves.',
    ];
    expect(told).toEqual(verdicts.map((text) => [text, text]));
    await leave(user, 1);
    expect(judged()).toEqual(['Yes', 'Yes', 'Yes']);
    expect(
      screen.getAllByRole('radio').every((radio) => (radio as HTMLInputElement).disabled),
    ).toBe(true);
  });

  it('takes yes and no by the letter of a statement', async () => {
    const user = await open(1);
    await user.keyboard('abbc{Enter}');
    expect(judged()).toEqual(['Yes', 'No', 'Yes']);
    expect(score()).toBe('Score: 1/1');
  });
});

describe('an order', () => {
  const tap = async (user: UserEvent, ...names: string[]) => {
    for (const name of names) await user.click(screen.getByRole('checkbox', { name }));
  };
  const steps = () =>
    within(screen.getByRole('list', { name: 'Your order' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);

  it('numbers its steps as they are tapped, and closes up when one is taken out', async () => {
    const user = await open(2);
    expect(steps()).toEqual(['empty', 'empty', 'empty']);
    await tap(user, 'Shout', 'Detach it', 'Attach it');
    expect(steps()).toEqual(['Shout', 'Detach it', 'Attach it']);
    expect(announced()).toContain('Step 3: Attach it');
    await tap(user, 'Shout');
    expect(announced()).toContain('Taken out: Shout');
    await tap(user, 'Stop it');
    expect(steps()).toEqual(['Detach it', 'Attach it', 'Stop it']);
    await user.click(checkButton());
    expect(score()).toBe('Score: 1/1');
  });

  it('can be moved without a tap on the option, and shows both orders when it is wrong', async () => {
    const user = await open(2);
    await user.keyboard('bda');
    expect(steps()).toEqual(['Detach it', 'Attach it', 'Stop it']);
    await user.click(screen.getByRole('button', { name: 'Move up: Stop it' }));
    expect(steps()).toEqual(['Detach it', 'Stop it', 'Attach it']);
    await user.click(checkButton());
    expect(score()).toBe('Score: 0/1');
    const orders = ['Your order', 'Correct order'].map((name) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    );
    expect(orders).toEqual([
      ['Detach it', 'Stop it', 'Attach it'],
      ['Detach it', 'Attach it', 'Stop it'],
    ]);
    expect(screen.getByText('Step 3, yours was 2')).toBeTruthy();
    expect(screen.getByText('It helps nobody.')).toBeTruthy();
  });
});

describe('a match', () => {
  const choose = async (user: UserEvent, ...names: [string, string][]) => {
    for (const [prompt, name] of names) {
      await user.selectOptions(
        screen.getByRole('combobox', { name: new RegExp(`^${prompt}`) }),
        name,
      );
    }
  };

  it('gives each prompt an option, one of them twice', async () => {
    const user = await open(3);
    await choose(user, ['Messages', 'B. Queue'], ['Pictures', 'A. Blob']);
    expect(checkButton()).toHaveProperty('disabled', true);
    await choose(user, ['Jobs', 'B. Queue']);
    await user.click(checkButton());
    expect(score()).toBe('Score: 1/1');
    expect(screen.getByText('They wait, too.')).toBeTruthy();
  });

  it('says what belongs where, and comes back as it was left', async () => {
    const user = await open(3);
    await choose(user, ['Messages', 'B. Queue'], ['Pictures', 'C. Table'], ['Jobs', 'B. Queue']);
    await user.click(checkButton());
    expect(score()).toBe('Score: 0/1');
    const said = 'Your answer: C. TableCorrect answer: A. Blob';
    expect(screen.getByRole('article').textContent).toContain(said);
    expect(screen.getByText('For rows.')).toBeTruthy();
    await leave(user, 3);
    await waitFor(() => expect(screen.getByRole('article').textContent).toContain(said));
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

it('a kind that nobody knows is the choice that it also is, and the console says so', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const user = await open(4);
  await user.click(options()[0] as HTMLElement);
  await user.click(checkButton());
  expect(score()).toBe('Score: 1/1');
  expect(warn.mock.calls).toEqual([[expect.stringContaining('"hotspot"')]]);
});

describe('in a mock exam', () => {
  it('a step, a statement and an option of a match can be struck out, and come back', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { user } = renderApp(`${ADDRESS}?mock=drawn`, { bank });
    await screen.findByRole('article');
    let count = 0;
    for (let number = 1; number <= 5; number += 1) {
      if (number > 1) await user.click(numberButton(number));
      await screen.findByText(`Question ${number} of 5`);
      const stem = stems.slice(0, 3).find((text) => screen.queryByText(text));
      if (!stem) continue;
      await screen.findAllByText(/^(?:Yes|Choose…|Stop it)$/);
      const struck = () => screen.queryAllByText('Struck out:').length;
      await user.keyboard('{Shift>}b{/Shift}');
      expect(struck(), stem).toBe(1);
      // It must not turn a statement that is written from right to left.
      expect(screen.getByText('Struck out:').dir, stem).toBe('ltr');
      await user.keyboard('{Shift>}b{/Shift}');
      expect(struck(), stem).toBe(0);
      count += 1;
    }
    expect(count).toBe(3);
  });

  const rightly: Record<string, (user: UserEvent) => Promise<void>> = {
    [stems[0] ?? '']: async (user) => {
      for (const [name, word] of [
        ['The sky is blue', 'Yes'],
        ['Water is dry', 'No'],
        ['Two is even', 'Yes'],
      ]) {
        const statement = within(screen.getByRole('radiogroup', { name: name ?? '' }));
        await user.click(statement.getByRole('radio', { name: word ?? '' }));
      }
    },
    [stems[1] ?? '']: async (user) => {
      for (const name of ['Detach it', 'Attach it', 'Stop it']) {
        await user.click(screen.getByRole('checkbox', { name }));
      }
    },
    [stems[2] ?? '']: async (user) => {
      for (const [at, name] of ['Queue', 'Blob', 'Queue'].entries()) {
        const select = screen.getAllByRole('combobox')[at] as HTMLSelectElement;
        const option = within(select).getByRole('option', { name: new RegExp(`${name}$`) });
        await user.selectOptions(select, option);
      }
    },
  };
  const choose = async (user: UserEvent) =>
    user.click(
      options().find((input) => input.labels?.[0]?.textContent?.includes('right')) as HTMLElement,
    );

  it('each choice counts at once, and can be taken back', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { user } = renderApp(`${ADDRESS}?mock=drawn`, { bank });
    await screen.findByRole('article');
    for (let number = 1; number <= 5; number += 1) {
      if (number > 1) await user.click(numberButton(number));
      await screen.findByText(`Question ${number} of 5`);
      const stem = stems.find((text) => screen.queryByText(text)) ?? '';
      await (rightly[stem] ?? choose)(user);
      expect(document.querySelectorAll('[data-verdict]')).toHaveLength(0);
      expect(screen.getAllByText(`Answered: ${number}`, { exact: false })).not.toEqual([]);
    }
    for (
      let number = 5;
      number > 0 && screen.queryAllByRole('radiogroup').length < 3;
      number -= 1
    ) {
      await user.click(numberButton(number));
      await screen.findByText(`Question ${number} of 5`);
    }
    const [first] = screen.getAllByRole('radiogroup') as [HTMLElement];
    const chosen = () => within(first).getByRole('radio', { checked: true }).closest('label');
    const before = chosen()?.textContent;
    await user.click(within(first).getByRole('radio', { checked: false }));
    expect(chosen()?.textContent).not.toBe(before);
    await user.click(screen.getByRole('button', { name: 'Finish Exam' }));
    await user.click(await findButton('Finish now'));
    expect(await screen.findByText(/4\/5 \(80%\)/)).toBeTruthy();
  });
});

it('a match can be doubted, flagged and noted', async () => {
  const user = await open(3);
  await user.click(screen.getByRole('button', { name: 'Not sure' }));
  for (const [at, name] of ['B. Queue', 'A. Blob', 'B. Queue'].entries()) {
    await user.selectOptions(screen.getAllByRole('combobox')[at] as HTMLElement, name);
  }
  await user.click(checkButton());
  expect(score()).toBe('Score: 1/1');
  await user.click(screen.getAllByRole('button', { name: 'Flag' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Add a note' }));
  await user.type(screen.getByRole('textbox', { name: 'Your note' }), 'queues wait');
  await leave(user, 3);
  expect(screen.getByText('queues wait')).toBeTruthy();
  expect(numberButton(3).getAttribute('aria-label')).toContain('flagged');
});

describe('a case', () => {
  const sections = ['Overview', 'Needs', 'Limits'].map((title) => ({ title, text: `${title}.` }));
  const questions = {
    first: plainQuestion('Which is first?', { caseId: 'ferry' }),
    second: plainQuestion('Which is second?', { caseId: 'ferry' }),
  };
  const about = {
    id: 'ferry',
    title: 'The ferry line',
    sections,
    questionIds: ['first', 'second'],
  };

  it('turns its sections by the arrow keys, round and round, and leaves the question where it is', async () => {
    const { user } = renderApp('/exams/aws/Ferry', {
      bank: bankOf({ id: 'ferry', name: 'Ferry', questions, cases: [about] }),
    });
    await screen.findByRole('article');
    const place = () => screen.getByText(/^Question \d of 2$/).textContent;
    await user.click(await screen.findByRole('tab', { name: 'Overview' }));
    for (const [key, title] of [
      ['ArrowRight', 'Needs'],
      ['ArrowRight', 'Limits'],
      ['ArrowRight', 'Overview'],
      ['ArrowLeft', 'Limits'],
    ]) {
      await user.keyboard(`{${key}}`);
      const tab = screen.getByRole('tab', { selected: true });
      expect([tab.textContent, document.activeElement === tab]).toEqual([title, true]);
      expect(screen.getByRole('tabpanel').textContent).toBe(`${title}.`);
      expect(place()).toBe('Question 1 of 2');
    }
  });
});

describe('each text of a question has a direction of its own', () => {
  const HEBREW = 'שאלה';
  const inHebrew = (text: string) => `${HEBREW} ${text}`;
  const hebrew = Object.fromEntries(
    Object.entries(otherKinds).map(([id, question]) => [
      id,
      JSON.parse(JSON.stringify(question), (name, value) =>
        typeof value === 'string' && !['kind', 'domain', 'url', 'title'].includes(name)
          ? inHebrew(value)
          : value,
      ),
    ]),
  );
  /** Where the browser would lay out such words as English: no ancestor looks at them. */
  const withoutDirection = () => {
    const found: string[] = [];
    const walker = document.createTreeWalker(screen.getByRole('article'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      const isOption = parentElement?.matches('option');
      if (
        data.includes(HEBREW) &&
        !isOption &&
        !parentElement?.closest('[dir=auto], [dir=rtl], bdi')
      ) {
        found.push(data);
      }
    }
    return found;
  };

  it.each([
    ['series', 'bbb'],
    ['order', 'abd'],
    ['match', ''],
  ])('of a %s, before and after the check', async (kind, keys) => {
    const { [kind]: question } = hebrew;
    const { user } = renderApp('/exams/aws/Hebrew', {
      bank: bankOf({ id: 'hebrew', name: 'Hebrew', questions: { one: question } }),
    });
    await screen.findByText(inHebrew(stems[Object.keys(otherKinds).indexOf(kind)] ?? ''));
    await screen.findAllByText(/^(?:Yes|Choose…|empty)$/);
    expect(withoutDirection(), 'before').toEqual([]);
    if (keys) await user.keyboard(kind === 'series' ? 'abc' : keys);
    for (const select of screen.queryAllByRole('combobox')) await user.selectOptions(select, '3');
    expect(withoutDirection(), 'answered').toEqual([]);
    await user.click(checkButton());
    await screen.findByRole('region', { name: 'Explanation' });
    expect(withoutDirection(), 'checked').toEqual([]);
  });
});
