import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Pips } from '#ui/pips.tsx';

const styleOf = (done: number, of: number) =>
  (render(<Pips done={done} of={of} />).container.firstElementChild as HTMLElement).style;

describe('pips', () => {
  it('have a segment for each, and fill the share that is done', () => {
    expect(styleOf(12, 20).getPropertyValue('--share')).toBe('60%');
    expect(styleOf(12, 20).getPropertyValue('--part')).toBe('5%');
  });

  it('are all filled when more is done than there are', () => {
    expect(styleOf(22, 20).getPropertyValue('--share')).toBe('100%');
  });
});
