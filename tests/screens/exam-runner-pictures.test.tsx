import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, numberButton, option, verdicts } from '#support/runner-view.ts';

const KINDS = `${location.origin}/images/aws/Every%20Kind`;

const openQuestion = async (number: number, stem: string) => {
  const app = renderApp('/exams/aws/Every%20Kind');
  await screen.findByText('Which one is right?');
  await app.user.click(numberButton(number));
  await screen.findByText(stem);
  return app;
};
const image = (name: string) => screen.findByRole('img', { name });
const address = async (name: string) => (await image(name)).getAttribute('src');

describe('images in a question', () => {
  it('replace their markers and come from the API, by the ids of the route', async () => {
    await openQuestion(8, 'Look at this:');
    expect(screen.getByRole('article').textContent).not.toContain('[img');
    const order = [
      screen.getByText('Look at this:'),
      await image('A gradient'),
      screen.getByText('and at this:'),
      await image('A blue box'),
      screen.getByText('What is it?'),
    ];
    for (const [place, element] of order.slice(1).entries()) {
      const position = order[place]?.compareDocumentPosition(element) ?? 0;
      expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
    expect(await address('A gradient')).toBe(`${KINDS}/picture-in-stem/img-1.png`);
    expect(await address('A blue box')).toBe(`${KINDS}/picture-in-stem/img-2_wide.svg`);
  });

  it('leave a box with their text if the file fails to load or a marker has none', async () => {
    const { user } = await openQuestion(10, 'The file of this one is gone:');
    expect((await image('What was here')).tagName).toBe('IMG');
    fireEvent.error(await image('What was here'));
    for (const text of ['What was here', 'What never was']) {
      expect((await image(text)).tagName).not.toBe('IMG');
      expect(screen.getByText(text)).toBeTruthy();
    }
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
  });
});

it('images in options name them, and are graded by their markers', async () => {
  const { user } = await openQuestion(9, 'Which picture is right?');
  const files = ['img-1.svg', '%5Bimg-2%5D.png', 'img-1.svg', 'img-10.svg'];
  for (const [place, name] of ['First', 'Second', 'First', 'Tenth'].entries()) {
    const label = within(option(place).closest('label') as HTMLElement);
    const found = await label.findByRole('img', { name });
    expect(found.getAttribute('src')).toBe(`${KINDS}/picture-in-options/${files[place]}`);
  }
  expect(await screen.findByRole('radio', { name: /^Picture:\s*First$/ })).toBe(option(0));
  expect(screen.getByRole('radio', { name: /Neither.*First.*nor text/ })).toBe(option(2));
  await user.click(option(0));
  await user.click(checkButton());
  expect(verdicts()).toEqual(['correct', 'other', 'other', 'other']);
  expect(screen.getByText('Score: 1/1')).toBeTruthy();
  expect(screen.getByRole('article').textContent).not.toContain('[img');
});
