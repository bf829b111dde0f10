import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#app/app.tsx';
import { useExamRun } from '#screens/exam-runner/run-context.tsx';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, holdAnswers, renderApp } from '#support/render-app.tsx';

describe('an unknown address', () => {
  it.each(['/nowhere', '/exams', '/exams/aws/x/y', '/exams/%', '/nope.html'])(
    '%s is a 404 with a link home, and is logged',
    async (address) => {
      const { user } = renderApp(address);
      await screen.findByText('Oops! Page not found');
      expect(screen.getByRole('heading', { name: '404' })).toBeTruthy();
      // It is logged after it is shown.
      const logged = await vi.waitFor(() => {
        const lines = takeLogged();
        expect(lines).toHaveLength(1);
        return lines;
      });
      expect(logged[0]).toMatch(/^404/);
      expect(logged[0]).toContain(address);
      const home = screen.getByRole('link', { name: 'Return to Home' });
      expect(home.getAttribute('href')).toBe('/');
      await user.click(home);
      await screen.findByRole('heading', { name: 'CertDeck' });
    },
  );
});

describe('the start', () => {
  const words = 'App failed to load configuration.';

  it.each([
    ['no answer', () => Promise.reject(new TypeError('Failed')), 'Failed to load config'],
    ['a 404', () => new Response('', { status: 404 }), 'Failed to fetch config.json'],
    ['no JSON', () => new Response('<!doctype html>'), 'Failed to load config'],
    ['no apiUrl', () => Response.json({}), 'Failed to load config'],
  ])('fails with %s as the configuration, says so and logs it', async (_, answer, line) => {
    renderApp('/', { instead: answerWith('/config.json', answer) });
    await screen.findByText(words);
    expect(screen.queryByRole('link')).toBeNull();
    expect(takeLogged()).toEqual([line]);
  });

  it('requests nothing from the API before the configuration is known', async () => {
    const config = holdAnswers('/config.json');
    const requested: string[] = [];
    renderApp('/', {
      instead: (url) => {
        requested.push(url.pathname);
        return config.instead(url);
      },
    });
    await act(async () => {});
    expect(requested.filter((path) => path.startsWith('/api'))).toEqual([]);
    expect(screen.queryByText(words)).toBeNull();
  });

  it('requests the configuration from the root of the site, wherever it starts', async () => {
    const requested: string[] = [];
    renderApp('/exams/aws/v1.2', {
      instead: (url) => {
        requested.push(url.pathname);
        return undefined;
      },
    });
    await screen.findByText('About v1.2?');
    expect(requested[0]).toBe('/config.json');
  });
});

const Stray = () => <p>{useExamRun().run.index}</p>;

describe('a bug', () => {
  it('in a screen shows the error screen', () => {
    render(
      <ErrorBoundary>
        <Stray />
      </ErrorBoundary>,
    );
    expect(screen.getByText('Unexpected Application Error!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/');
    expect(takeLogged().join()).toMatch(/exam run accessor/i);
  });

  it('of using the exam run accessor outside its provider is named', () => {
    expect(() => render(<Stray />)).toThrow(
      /exam run accessor must be used within an exam run provider/i,
    );
    takeLogged();
  });
});
