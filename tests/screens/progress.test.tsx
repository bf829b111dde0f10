import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Progress, progressState } from '#ui/progress.tsx';

afterEach(cleanup);

describe('the progress indicator', () => {
  it.each([
    [null, undefined, 'indeterminate'],
    [0, undefined, 'loading'],
    [99, undefined, 'loading'],
    [100, undefined, 'complete'],
    [5, 4, 'complete'],
    [3, 4, 'loading'],
  ])('with %s of %s is %s', (value, max, state) => {
    expect(progressState(value, max)).toBe(state);
  });

  it('has a maximum of 100 unless told', () => {
    render(<Progress label="Default" value={40} />);
    render(<Progress label="Told" value={3} max={8} />);
    expect(screen.getByRole('progressbar', { name: 'Default' }).ariaValueMax).toBe('100');
    expect(screen.getByRole('progressbar', { name: 'Told' }).ariaValueMax).toBe('8');
  });

  it('says no value while nobody knows it', () => {
    render(<Progress label="Loading" value={null} />);
    expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
  });
});
