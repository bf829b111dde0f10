import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { sample } from '#screens/provider-list/sample.ts';
import { answerWith, holdAnswers, renderApp } from '#support/render-app.tsx';
import { checkButton, option, options, verdicts } from '#support/runner-view.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

const { providerId, examId, answer } = sample;
const noteOf = (place: number) => sample.options[place]?.note ?? '';
const WRONG = 0;

/** A bank of one exam of the sample's provider. */
const bankWith = (name: string): CompiledBank => {
  const provider = bankOf({
    id: 'one',
    name,
    questions: { q: plainQuestion('What now?') },
  }).providers.get('aws');
  if (!provider) throw new Error('The bank has no provider');
  return { providers: new Map([[providerId, { ...provider, id: providerId }]]) };
};

const open = async (app: Parameters<typeof renderApp>[1] = { bank: bankWith(examId) }) => {
  const { user } = renderApp('/', app);
  // Before, it is only painted.
  await waitFor(() => expect(option(0).matches(':enabled')).toBe(true));
  const form = screen.getByRole('form', { name: /^Try one/ });
  const check = async (place: number) => {
    await user.click(option(place));
    await user.click(checkButton());
  };
  return { user, form: within(form), check };
};
const verdict = (form: ReturnType<typeof within>) => form.getByRole('status').textContent;
const start = (form: ReturnType<typeof within>) =>
  form.queryByRole('link', { name: 'Start this exam' });

describe('the sample question', () => {
  it('can be answered before anything else has come, and says where it is from', async () => {
    const { form, check } = await open(holdAnswers('/api/providers'));
    expect(form.getByText(sample.stem)).toBeTruthy();
    expect(
      screen.getByRole('form', {
        name: 'Try one from AWS Cloud Practitioner',
      }),
    ).toBeTruthy();
    const group = form.getByRole('group', { name: 'Choose one answer' });
    expect(within(group).getAllByRole('radio')).toEqual(options());
    for (const { text } of sample.options)
      expect(form.getByRole('radio', { name: text })).toBeTruthy();
    await check(answer);
    expect(verdict(form)).toBe('Correct!');
  });

  it('is checked only with a choice, which may be changed until then', async () => {
    const { user, form } = await open();
    expect(checkButton()).toHaveProperty('disabled', true);
    await user.click(option(WRONG));
    await user.click(option(answer));
    expect(options().map(({ checked }) => checked)).toEqual([false, false, true, false]);
    expect(verdict(form)).toBe('');
    expect(verdicts()).toEqual(Array(4).fill(undefined));
    expect(screen.queryByText(noteOf(answer))).toBeNull();
    expect(start(form)).toBeNull();
  });

  it('says of a right answer why it is right', async () => {
    const { user, form, check } = await open();
    await check(answer);
    expect(verdict(form)).toBe('Correct!');
    expect(verdicts()).toEqual(['other', 'other', 'correct', 'other']);
    expect(form.getByText(noteOf(answer))).toBeTruthy();
    for (const place of [0, 1, 3]) expect(form.queryByText(noteOf(place))).toBeNull();
    expect(form.getByText('Correct answer')).toBeTruthy();
    expect(form.queryByText('Your answer')).toBeNull();
    expect(form.queryByRole('button', { name: 'Check Answer' })).toBeNull();
    await user.click(option(WRONG));
    expect(option(answer).checked, 'it is locked').toBe(true);
  });

  it('says of a wrong answer why it is wrong, and which is right', async () => {
    const { form, check } = await open();
    await check(WRONG);
    expect(verdict(form)).toBe('Not quite.');
    expect(verdicts()).toEqual(['wrong', 'other', 'correct', 'other']);
    for (const place of [WRONG, answer]) expect(form.getByText(noteOf(place))).toBeTruthy();
    for (const place of [1, 3]) expect(form.queryByText(noteOf(place))).toBeNull();
    expect(form.getByText('Your answer').closest('label')?.control).toBe(option(WRONG));
    expect(form.getByText('Correct answer').closest('label')?.control).toBe(option(answer));
  });

  it('leads into a set of its exam once it is checked', async () => {
    const { user, form, check } = await open();
    await check(WRONG);
    await user.click(await form.findByRole('link', { name: 'Start this exam' }));
    await screen.findByText('What now?');
    expect(screen.getByRole('heading', { level: 1, name: examId })).toBeTruthy();
    expect(location.search).toBe('?questions=10&order=shuffled');
  });

  it.each<[string, Parameters<typeof renderApp>[1]]>([
    ['has other providers', {}],
    ['has other exams of its provider', { bank: bankWith('Another Exam') }],
    [
      'doesn’t say which exams there are',
      {
        bank: bankWith(examId),
        instead: answerWith('/api/exams', () => Response.json({}, { status: 500 })),
      },
    ],
  ])('leads nowhere on a site that %s', async (_, app) => {
    const { form, check } = await open(app);
    await screen.findByRole('link', { name: /A Long Exam|Another Exam|See all exams/ });
    await check(answer);
    expect(verdict(form)).toBe('Correct!');
    expect(start(form)).toBeNull();
  });
});
