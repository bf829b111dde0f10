import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Progress, progressState } from '#ui/progress.tsx';

it.each([
  [null, undefined, 'indeterminate'],
  [0, undefined, 'loading'],
  [99, undefined, 'loading'],
  [100, undefined, 'complete'],
  [5, 4, 'complete'],
  [3, 4, 'loading'],
])('progress of %s with a maximum of %s is %s', (value, max, state) => {
  expect(progressState(value, max)).toBe(state);
});

it('the maximum is 100 by default, and an unknown value is not announced', () => {
  render(<Progress label="Default" value={40} />);
  render(<Progress label="Own" value={3} max={8} />);
  render(<Progress label="Unknown" value={null} />);
  const bar = (name: string) => screen.getByRole('progressbar', { name });
  expect(bar('Default').ariaValueMax).toBe('100');
  expect(bar('Own').ariaValueMax).toBe('8');
  expect(bar('Unknown').hasAttribute('aria-valuenow')).toBe(false);
});

it('the bar fills what is done, with a mark at the value, which alone is announced', () => {
  const { container } = render(<Progress label="Position" value={6} max={8} filled={2} />);
  const bar = screen.getByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('6');
  const [fill, mark] = [...container.querySelectorAll('span')];
  expect(fill?.style.inlineSize).toBe('25%');
  expect(mark?.style.insetInlineStart).toBe('75%');
});

it.each([
  ['its value', { value: 30 }, ['30%']],
  ['nothing while it is unknown', { value: null, filled: 20 }, ['']],
])('the bar fills %s, without a mark', (_, props, sizes) => {
  const { container } = render(<Progress label="Loading" {...props} />);
  const parts = [...container.querySelectorAll('span')];
  expect(parts.map(({ style }) => style.inlineSize)).toEqual(sizes);
});

it('nothing done fills nothing, wherever the mark is', () => {
  const { container } = render(<Progress label="Position" value={50} filled={0} />);
  expect(container.querySelector('span')?.style.inlineSize).toBe('0%');
});
