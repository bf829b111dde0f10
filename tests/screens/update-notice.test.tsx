import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerAll, openApp, openShort } from '#support/short-exam.tsx';

const update = vi.hoisted(() => ({
  isWaiting: false,
  listeners: new Set<() => void>(),
  apply: vi.fn(),
  cancel: vi.fn(),
}));

vi.mock('#offline/page/service-worker.ts', async (original) => ({
  ...(await original<object>()),
  readUpdateWaiting: () => update.isWaiting,
  subscribeToUpdateWaiting: (listener: () => void) => {
    update.listeners.add(listener);
    return () => update.listeners.delete(listener);
  },
  applyUpdate: update.apply,
  cancelUpdate: update.cancel,
}));

beforeEach(() => {
  update.isWaiting = false;
  update.apply.mockClear();
  update.cancel.mockClear();
});

/** A newer version has been installed, and waits. */
const deploy = async () => {
  // The notices load after the screen.
  await vi.waitFor(() => expect(update.listeners.size).toBeGreaterThan(0));
  act(() => {
    update.isWaiting = true;
    for (const listener of update.listeners) listener();
  });
};

const button = () => screen.findByRole('button', { name: 'Update now' });

it('a newer version takes over at home, where nothing can be lost', async () => {
  openApp('/');
  await screen.findByRole('heading', { name: 'CertDeck' });
  await deploy();
  expect(update.apply).toHaveBeenCalledOnce();
  expect(screen.queryByText('A new version is ready')).toBeNull();
});

it('in an exam it waits for a tap', async () => {
  const { user } = await openShort();
  await answerAll(user, 'r');
  await deploy();
  await button();
  expect(update.apply).not.toHaveBeenCalled();
  await user.click(await button());
  expect(update.apply).toHaveBeenCalledOnce();
  expect(await screen.findByText('Updating…')).toBeTruthy();
});

it('one that was to take over at home is called off for whoever has left home by then', async () => {
  const { user } = openApp('/');
  await screen.findByRole('heading', { name: 'CertDeck' });
  await deploy();
  expect(update.apply).toHaveBeenCalledOnce();
  update.cancel.mockClear();
  await user.click(await screen.findByRole('link', { name: /^Amazon Web Services/ }));
  await button();
  expect(update.cancel).toHaveBeenCalled();
  expect(update.apply).toHaveBeenCalledOnce();
});

it('none takes over while another device’s link is open, as a reload would lose it', async () => {
  openApp('/#pair=AAECAwQFBgcICQoLDA0ODw', { config: { apiUrl: '/', syncUrl: '/sync' } });
  await screen.findByRole('dialog', { name: 'Pair this device?' });
  await deploy();
  const lastOf = ({ mock }: typeof update.apply) => Math.max(...mock.invocationCallOrder);
  await vi.waitFor(() => expect(lastOf(update.cancel)).toBeGreaterThan(lastOf(update.apply)));
  expect(update.apply).toHaveBeenCalledOnce();
});
