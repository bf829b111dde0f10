import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { checkButton, options } from '#support/runner-view.ts';
import { answer, openApp, openShort, SHORT, seeQuestion } from '#support/short-exam.tsx';
import { dismissToast, showToast } from '#ui/toasts.ts';

/** What the finger touches: the question, unless told otherwise. */
const swipe = (
  [fromX, fromY]: [number, number],
  [toX, toY]: [number, number],
  on: Element = screen.getByRole('article'),
  fingers = 1,
) => {
  const touch = (clientX: number, clientY: number) => ({ clientX, clientY, target: on });
  fireEvent.touchStart(on, { touches: Array(fingers).fill(touch(fromX, fromY)) });
  fireEvent.touchEnd(on, { changedTouches: [touch(toX, toY)] });
};

const openTouched = () => openShort({ isTouched: true, isWide: false });
const hint = () => screen.queryByText('Swipe left or right to move between questions.');

describe('a swipe', () => {
  it('to the left leads on, and one to the right leads back', async () => {
    await openTouched();
    swipe([300, 100], [200, 110]);
    await seeQuestion(2);
    swipe([100, 100], [200, 90]);
    await seeQuestion(1);
    // There is nothing before the first.
    swipe([100, 100], [200, 100]);
    await seeQuestion(1);
  });

  it.each<[string, Parameters<typeof swipe>]>([
    [
      'short',
      [
        [300, 100],
        [240, 100],
      ],
    ],
    [
      'down the page',
      [
        [300, 100],
        [200, 160],
      ],
    ],
    ['of two fingers', [[300, 100], [100, 100], undefined, 2]],
  ])('that is %s leads nowhere', async (_, way) => {
    await openTouched();
    swipe(...way);
    expect(screen.getByText('Question 1 of 4')).toBeTruthy();
  });

  it('that selects text leads nowhere', async () => {
    await openTouched();
    getSelection()?.selectAllChildren(screen.getByRole('article'));
    swipe([300, 100], [100, 100]);
    expect(screen.getByText('Question 1 of 4')).toBeTruthy();
    getSelection()?.removeAllRanges();
    swipe([300, 100], [100, 100]);
    await seeQuestion(2);
  });

  it('is hinted at until there was one, on touch screens', async () => {
    await openShort();
    expect(hint()).toBeNull();
    await openTouched();
    expect(hint()).toBeTruthy();
    swipe([300, 100], [100, 100]);
    await seeQuestion(2);
    await openTouched();
    expect(hint()).toBeNull();
  });
});

describe('a finger that rests on an option of a mock exam', () => {
  const openMock = async () => {
    openApp(`${SHORT}?minutes=30`, { isTouched: true, isWide: false });
    await screen.findByText('Question 1 of 4');
    await vi.waitFor(() => expect(options()).toHaveLength(4));
  };
  const label = (place: number) => options()[place]?.labels?.[0] as HTMLElement;
  const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', at = 0, kind = 'touch') => {
    const event = createEvent[type](label(1));
    // jsdom's pointer events have neither.
    Object.defineProperties(event, {
      pointerType: { value: kind },
      clientX: { value: at },
      clientY: { value: 0 },
    });
    fireEvent(label(1), event);
  };
  const rest = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
  const struck = () => screen.queryAllByRole('radio', { name: /^Struck out: / });
  const chosen = () => options().filter(({ checked }) => checked);

  it('for half a second strikes it out, and chooses nothing when it is lifted', async () => {
    await openMock();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    point('pointerDown');
    await rest(499);
    expect(struck()).toEqual([]);
    await rest(1);
    expect(struck()).toEqual([options()[1]]);
    point('pointerUp');
    fireEvent.click(label(1));
    expect(chosen()).toEqual([]);
    // The next tap is one of its own.
    point('pointerDown');
    point('pointerUp');
    fireEvent.click(label(1));
    expect(chosen()).toEqual([options()[1]]);
    expect(struck(), 'what is chosen').toEqual([]);
  });

  it.each<[string, () => void]>([
    ['is lifted', () => point('pointerUp')],
    ['moves', () => point('pointerMove', 11)],
  ])('and %s before that strikes nothing out', async (_, end) => {
    await openMock();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    point('pointerDown');
    await rest(300);
    end();
    await rest(1000);
    expect(struck()).toEqual([]);
  });

  it('is a finger: a mouse strikes out with its other button, without a menu', async () => {
    await openMock();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    point('pointerDown', 0, 'mouse');
    await rest(1000);
    expect(struck()).toEqual([]);
    const menu = createEvent.contextMenu(label(1));
    fireEvent(label(1), menu);
    expect(menu.defaultPrevented).toBe(true);
    expect(struck()).toEqual([options()[1]]);
  });
});

describe('a screen reader', () => {
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

  it('is told the verdict in an area that was there before it', async () => {
    const { user } = await openShort();
    const before = screen.getAllByRole('status');
    await answer(user);
    const told = before.filter(({ textContent }) => textContent?.includes('Score: 1 of 1'));
    expect(told).toHaveLength(1);
    expect(within(told[0] as HTMLElement).getByText(/^Correct\. /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: checkButton.name })).toBeNull();
  });

  it('is told what a toast says', async () => {
    await openShort();
    await vi.waitFor(() => {
      act(() => showToast({ id: 'told', text: 'Something has happened' }));
      expect(announced().join()).toContain('Something has happened');
    });
    act(() => dismissToast('told'));
    expect(announced().join()).not.toContain('Something has happened');
  });
});
