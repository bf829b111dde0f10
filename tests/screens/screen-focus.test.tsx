import { render, screen, waitFor } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { expect, it } from 'vitest';
import { Screen } from '#ui/screen.tsx';

/** Keeps React busy for longer than it works without handling events. */
const Slow = ({ onRender }: { onRender: () => void }) => {
  onRender();
  const end = performance.now() + 8;
  while (performance.now() < end);
  return null;
};

const MANY = Array.from({ length: 20 }, (_, place) => `slow ${place}`);

it('a search that begins while its screen is rendered keeps the focus', async () => {
  let isDrawn = false;
  const moveOn = () => {
    if (!isDrawn) setTimeout(() => screen.getByRole('searchbox').focus());
    isDrawn = true;
  };
  let arrive = () => {};
  const Swap = () => {
    const [isThere, setThere] = useState(false);
    arrive = () => startTransition(() => setThere(true));
    return (
      <Screen key={String(isThere)} title="A list">
        <input type="search" aria-label={isThere ? 'Exams' : 'Placeholder'} />
        {isThere && MANY.map((name) => <Slow key={name} onRender={moveOn} />)}
      </Screen>
    );
  };
  render(<Swap />);
  screen.getByRole('main').focus();
  arrive();
  await waitFor(() => expect(screen.getByLabelText('Exams')).toBeDefined());
  expect(document.activeElement).toBe(screen.getByLabelText('Exams'));
});
