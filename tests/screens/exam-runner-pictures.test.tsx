import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#support/console-watch.ts';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, numberButton, option, verdicts } from '#support/runner-view.ts';
import { awkwardNames } from '#support/test-bank.ts';

const openQuestion = async (number: number, stem: string, config = { apiUrl: '/' }) => {
  const app = renderApp('/exams/aws/Every%20Kind', { config });
  await screen.findByText('Which one is right?');
  await app.user.click(numberButton(number));
  await screen.findByText(stem);
  return app;
};
const picture = (name: string) => screen.findByRole('img', { name });
const address = async (name: string) => (await picture(name)).getAttribute('src');

describe('pictures in a question', () => {
  it('stand where their markers stood', async () => {
    await openQuestion(8, 'Look at this:');
    const card = screen.getByRole('article');
    expect(card.textContent).not.toContain('[img');
    const order = [
      screen.getByText('Look at this:'),
      await picture('A gradient'),
      screen.getByText('and at this:'),
      await picture('A blue box'),
      screen.getByText('What is it?'),
    ];
    for (const [place, element] of order.slice(1).entries()) {
      const before = order[place] as HTMLElement;
      expect(
        before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
      ).toBeTruthy();
    }
  });

  it('come from the API, by the ids of the route', async () => {
    await openQuestion(8, 'Look at this:');
    const folder = `${location.origin}/images/aws/Every%20Kind/picture-in-stem`;
    expect(await address('A gradient')).toBe(`${folder}/img-1.png`);
    expect(await address('A blue box')).toBe(`${folder}/img-2_wide.svg`);
  });

  it('come from an API elsewhere when the configuration says so', async () => {
    const elsewhere = { apiUrl: 'https://api.example/v2/' };
    renderApp('/exams/aws/v1.2', {
      config: elsewhere,
      instead: ({ origin, pathname }) =>
        origin !== 'https://api.example'
          ? undefined
          : pathname === '/v2/api/questions'
            ? Response.json({ id: 'x', name: 'v1.2', questionIds: ['q'] })
            : Response.json({
                question: { question: 'See [img-1]', options: ['a'], answers: ['a'] },
                images: ['anything/img-1.png'],
              }),
    });
    await screen.findByText('See');
    expect(await address('Picture 1')).toBe('https://api.example/v2/images/aws/v1.2/q/img-1.png');
  });

  it.each(awkwardNames)('are found for the exam %j', async (name) => {
    const { user } = renderApp(`/exams/aws/${encodeURIComponent(name)}`);
    await screen.findByText(`About ${name}?`);
    await user.click(numberButton(2));
    await screen.findByText('Look at this:');
    expect(await address('A gradient')).toBe(
      `${location.origin}/images/aws/${encodeURIComponent(name)}/pictured/img-1.png`,
    );
  });

  it('are found for names with slashes at every place', async () => {
    renderApp('/exams/a%2Fb/a%2Fb');
    await screen.findByText('Look at this:');
    expect(await address('A gradient')).toBe(
      `${location.origin}/images/a%2Fb/a%2Fb/q%2F1%2050%25/img-1.png`,
    );
  });

  it('leave a dashed box with their words when the file does not come', async () => {
    const { user } = await openQuestion(10, 'The file of this one is gone:');
    expect((await picture('What was here')).tagName).toBe('IMG');
    fireEvent.error(await picture('What was here'));
    expect((await picture('What was here')).tagName).not.toBe('IMG');
    expect(screen.getByText('What was here')).toBeTruthy();
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
  });

  it('leave the same box when a marker never had a file', async () => {
    await openQuestion(10, 'The file of this one is gone:');
    expect((await picture('What never was')).tagName).not.toBe('IMG');
    expect(screen.getByText('What never was')).toBeTruthy();
  });
});

describe('pictures in options', () => {
  const inOption = (place: number, name: string) =>
    within(option(place).closest('label') as HTMLElement).findByRole('img', { name });

  it('stand in the option, each its own', async () => {
    await openQuestion(9, 'Which picture is right?');
    const folder = `${location.origin}/images/aws/Every%20Kind/picture-in-options`;
    expect((await inOption(0, 'First')).getAttribute('src')).toBe(`${folder}/img-1.svg`);
    expect((await inOption(1, 'Second')).getAttribute('src')).toBe(`${folder}/%5Bimg-2%5D.png`);
    expect((await inOption(2, 'First')).getAttribute('src')).toBe(`${folder}/img-1.svg`);
    expect((await inOption(3, 'Tenth')).getAttribute('src')).toBe(`${folder}/img-10.svg`);
  });

  it('are what such an option is called', async () => {
    await openQuestion(9, 'Which picture is right?');
    expect(await screen.findByRole('radio', { name: /^Picture:\s*First$/ })).toBe(option(0));
    expect(screen.getByRole('radio', { name: /Neither.*First.*nor text/ })).toBe(option(2));
  });

  it('are graded by their markers, which the answers hold as well', async () => {
    const { user } = await openQuestion(9, 'Which picture is right?');
    await user.click(option(0));
    await user.click(checkButton());
    expect(verdicts()).toEqual(['correct', 'other', 'other', 'other']);
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
    expect(screen.getByRole('article').textContent).not.toContain('[img');
  });
});
