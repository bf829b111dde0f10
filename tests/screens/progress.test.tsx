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
