import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Study } from '#learner/schemas.ts';
import { stored } from '#support/memory-store.ts';
import { option, options } from '#support/runner-view.ts';
import { answer, openApp, openShort, SHORT, seeQuestion, shortExam } from '#support/short-exam.tsx';

const press = (init: KeyboardEventInit, target: Element = document.body) =>
  fireEvent.keyDown(target, init);
const chosen = () => options().findIndex(({ checked }) => checked);
const isFlagged = () =>
  screen.getByRole('button', { name: 'Flag' }).getAttribute('aria-pressed') === 'true';

it('takes a key at the moment that the question appears', async () => {
  const appearing = new MutationObserver(() => {
    if (!document.querySelector('[data-slot="choice"]')) return;
    appearing.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }));
  });
  appearing.observe(document, { childList: true, subtree: true });
  await openShort();
  await waitFor(() => expect(chosen()).toBe(1));
});

describe('a shortcut is found by its position on the keyboard', () => {
  it.each([
    ['Cyrillic', 'В', 'KeyD', 3],
    ['Cyrillic, upper row', '2', 'Digit2', 1],
    ['Greek', 'Ψ', 'KeyC', 2],
    ['Arabic, two characters', 'لا', 'KeyB', 1],
    ['AZERTY, upper row', 'é', 'Digit2', 1],
    ['AZERTY, upper row, ASCII', '&', 'Digit1', 0],
    ['AZERTY, a letter elsewhere', 'a', 'KeyQ', 0],
    ['Persian digit', '۴', 'Digit4', 3],
    ['Thai, upper row', 'ภ', 'Digit4', 3],
    ['a number pad', '3', 'Numpad3', 2],
    ['Dvorak, a full stop', '.', 'KeyE', -1],
    ['AZERTY, the letter wins', 'q', 'KeyA', -1],
  ])('%s: %s at %s', async (_, key, code, place) => {
    await openShort();
    press({ key, code });
    expect(chosen()).toBe(place);
  });

  it('the other shortcuts, too', async () => {
    await openShort();
    press({ key: 'а', code: 'KeyF' });
    expect(isFlagged()).toBe(true);
    press({ key: 'т', code: 'KeyN' });
    await seeQuestion(2);
    press({ key: 'π', code: 'KeyP' });
    await seeQuestion(1);
    press({ key: '?', code: 'KeyM', shiftKey: true });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  it('with Shift, a letter strikes an option out, a digit chooses it, and a sign does nothing', async () => {
    openApp(`${SHORT}?order=shuffled&minutes=60`);
    await screen.findByText('Answered: 0');
    await screen.findAllByRole('radio');
    press({ key: 'С', code: 'KeyC', shiftKey: true });
    expect(option(2).closest('[data-struck]')).not.toBeNull();
    press({ key: '2', code: 'Digit2', shiftKey: true });
    expect(chosen()).toBe(1);
    press({ key: '!', code: 'Digit1', shiftKey: true });
    expect(chosen()).toBe(1);
  });
});

it('keys of a text that is being written are left alone', async () => {
  const { user } = await openShort();
  press({ key: 'b', code: 'KeyB', isComposing: true });
  press({ key: 'Process', code: 'KeyB', keyCode: 229 });
  press({ key: 'а', code: 'KeyB', keyCode: 229 });
  expect(chosen()).toBe(-1);
  await answer(user);
  press({ key: 'Enter', code: 'Enter', isComposing: true });
  press({ key: 'Enter', code: 'Enter', keyCode: 229 });
  await screen.findByText(/^Comes back/);
  await user.click(screen.getByRole('button', { name: 'Add a note' }));
  press({ key: 'т', code: 'KeyN' }, screen.getByRole('textbox', { name: 'Your note' }));
  expect(screen.getByText(`Question 1 of ${Object.keys(shortExam.questions).length}`)).toBeTruthy();
});

it('a note is one note for as long as it is being written', async () => {
  const { user } = await openShort();
  await answer(user);
  await user.click(await screen.findByRole('button', { name: 'Add a note' }));
  await user.type(screen.getByRole('textbox', { name: 'Your note' }), 'Zones');
  const notesOf = () =>
    [...stored.entries()]
      .filter(([key]) => key.startsWith('study/'))
      .flatMap(([, value]) => (value as Study).marks)
      .flatMap(({ notes = [] }) => notes.map(({ text, over }) => ({ text, over })));
  await vi.waitFor(() => expect(notesOf()).toEqual([{ text: 'Zones', over: [] }]));
});
