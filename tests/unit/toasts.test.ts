import { beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, readToasts, showToast } from '#ui/toasts.ts';

const shown = () => readToasts().map(({ text }) => text);
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  for (const { id } of readToasts()) dismissToast(id);
  return () => vi.useRealTimers();
});

it('a toast disappears after six seconds, or when told', () => {
  showToast({ id: 'usual', text: 'Saved' });
  showToast({ id: 'long', text: 'Replaced', duration: 10_000 });
  pass(6);
  expect(shown()).toEqual(['Replaced']);
  pass(4);
  expect(shown()).toEqual([]);
});

it('a toast that is shown again replaces itself, and its time begins again', () => {
  showToast({ id: 'one', text: 'First' });
  pass(5);
  showToast({ id: 'one', text: 'Second' });
  pass(5);
  expect(shown()).toEqual(['Second']);
  pass(1);
  expect(shown()).toEqual([]);
});

it('a toast with something to do stays until it is closed', () => {
  showToast({ id: 'unsaved', text: 'Not saved' });
  showToast({ id: 'unsaved', text: 'Still not saved', duration: Infinity });
  pass(60);
  expect(shown()).toEqual(['Still not saved']);
  dismissToast('unsaved');
  expect(shown()).toEqual([]);
});
