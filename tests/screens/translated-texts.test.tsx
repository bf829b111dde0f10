import { render, screen } from '@testing-library/react';
import { afterAll, expect, test } from 'vitest';
import { defineTranslator, type Translating } from '#support/translation.ts';
import { guardTexts } from '#ui/translated-texts.ts';

const before = Object.getOwnPropertyDescriptors(Node.prototype);
guardTexts();

// The files after this one share its page.
afterAll(() => {
  const { removeChild, insertBefore, nodeValue } = before;
  Object.defineProperties(Node.prototype, { removeChild, insertBefore, nodeValue });
});

const Word = ({ is }: { is: string | undefined }) => is;

type PartsProps = { text?: string; other?: string; mark?: string; last?: string };

/** Texts beside elements and beside each other, each of which may come, change and go. */
const Parts = ({ text, other, mark, last }: PartsProps) => (
  <p role="status">
    {mark && <b>{mark}</b>}
    {text}
    {other}
    <i>
      <Word is={last} />
    </i>
    {last}
  </p>
);

const steps: PartsProps[] = [
  { text: 'one ', last: 'end' },
  { text: 'two ', other: 'more ', last: 'end' },
  { text: 'two ', other: 'less ', mark: 'marked ', last: 'over' },
  { other: 'less ', mark: 'again ' },
  { text: 'back ', last: 'end' },
  {},
];

const shownOf = ({ mark = '', text = '', other = '', last = '' }: PartsProps) =>
  `${mark}${text}${other}${last}${last}`;

for (const keepsTexts of [true, false]) {
  test(`texts that a translation ${keepsTexts ? 'moves' : 'replaces'} come, change and go`, () => {
    defineTranslator({ keepsTexts });
    const { translateNow } = globalThis as unknown as Translating;
    const { rerender } = render(<Parts />);
    for (const step of [...steps, ...steps.toReversed()]) {
      rerender(<Parts {...step} />);
      expect(screen.getByRole('status').textContent).toBe(shownOf(step));
      translateNow();
      // Some translate again what they have translated before.
      for (const font of document.querySelectorAll('font:has(font)'))
        font.replaceWith(font.cloneNode(true));
      expect(screen.getByRole('status').textContent).toBe(shownOf(step));
    }
  });
}
