import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { later } from '#ui/later.tsx';

/** A part whose code is loaded from a network that may be down. */
const createPart = (isDown: boolean) => {
  const network = { isDown, asked: 0 };
  const load = async () => {
    network.asked += 1;
    if (network.isDown) throw new TypeError('Failed to fetch');
    return { Words: ({ text }: { text: string }) => <p>{text}</p> };
  };
  return { network, Part: later<'Words', { text: string }>(load, 'Words', <p>Wait</p>) };
};

describe('a part that loads later', () => {
  it('comes in the place of its stand-in, and at once from then on', async () => {
    const { network, Part } = createPart(false);
    const { unmount } = render(<Part text="Here" />);
    screen.getByText('Wait');
    await screen.findByText('Here');
    unmount();
    render(<Part text="Again" />);
    screen.getByText('Again');
    expect(network.asked).toBe(1);
  });

  it('says that it could not be loaded, as often as it can’t, and comes once it can', async () => {
    const { network, Part } = createPart(true);
    const missing = 'This part of the app could not be loaded.';
    render(<Part text="Here" />);
    await screen.findByText(missing);
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    screen.getByText('Wait');
    await screen.findByText(missing);
    network.isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Here');
    expect(network.asked).toBe(3);
  });

  it('takes the focus where it could not be loaded after a tap, which may be far from its place', async () => {
    const load = async () => {
      throw new TypeError('Failed to fetch');
    };
    const Sheet = later<'Words', { onClose: () => void }>(load, 'Words');
    render(<Sheet onClose={() => undefined} />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(document.activeElement).toBe(retry);
    fireEvent.click(retry);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).not.toBe(retry));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }));
  });

  it('takes the focus as well where what was opened could not be loaded', async () => {
    const load = async () => {
      throw new TypeError('Failed to fetch');
    };
    const Page = later<'Words', { opened: string }>(load, 'Words');
    render(<Page opened="A Short Exam" />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(document.activeElement).toBe(retry);
  });

  it('that could not be loaded ahead is loaded when it is shown', async () => {
    const { network, Part } = createPart(true);
    await Part.preload();
    expect(Part.isLoaded()).toBe(false);
    network.isDown = false;
    render(<Part text="Here" />);
    await screen.findByText('Here');
    expect(Part.isLoaded()).toBe(true);
  });
});
