import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#app/app.tsx';
import { useExamRun } from '#screens/exam-runner/run-context.tsx';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, holdAnswers, renderApp } from '#support/render-app.tsx';

describe('an address that nobody knows', () => {
  it.each([
    '/nowhere',
    '/exams',
    '/exams/aws/x/y',
    '/exams/a/b/c/d',
    '/exams/%',
    '/exams/aws/100%',
    '/nope.html',
  ])('%s is a 404 with the way home, and is logged', async (address) => {
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
  });
});

describe('the start', () => {
  const words = 'App failed to load configuration.';

  it.each([
    ['a 404', () => new Response('', { status: 404 }), 'Failed to fetch config.json'],
    ['a 500', () => Response.json({ apiUrl: '/' }, { status: 500 }), 'Failed to fetch config.json'],
    ['no JSON', () => new Response('<!doctype html>'), 'Failed to load config'],
    ['no apiUrl', () => Response.json({}), 'Failed to load config'],
    ['an empty apiUrl', () => Response.json({ apiUrl: '' }), 'Failed to load config'],
    ['another scheme', () => Response.json({ apiUrl: 'ftp://x' }), 'Failed to load config'],
  ])('fails with %s for a configuration, says so and logs the line', async (_, answer, line) => {
    renderApp('/', { instead: answerWith('/config.json', answer) });
    await screen.findByText(words);
    expect(screen.queryByRole('link')).toBeNull();
    expect(takeLogged()).toEqual([line]);
  });

  it('fails when the configuration is out of reach', async () => {
    renderApp('/exams/aws', {
      instead: answerWith('/config.json', () => Promise.reject(new TypeError('Failed to fetch'))),
    });
    await screen.findByText(words);
    const logged = takeLogged();
    expect(logged).toHaveLength(1);
    expect(['Failed to load config', 'Failed to fetch config.json']).toContain(logged[0]);
  });

  it('asks nothing of the API before the configuration is there', async () => {
    const config = holdAnswers('/config.json');
    const asked: string[] = [];
    renderApp('/', {
      instead: (url) => {
        asked.push(url.pathname);
        return config.instead(url);
      },
    });
    await act(async () => {});
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
    expect(screen.queryByText(words)).toBeNull();
  });

  it('asks for the configuration at the root of the site, wherever it starts', async () => {
    const asked: string[] = [];
    renderApp('/exams/aws/v1.2', {
      instead: (url) => {
        asked.push(url.pathname);
        return undefined;
      },
    });
    await screen.findByText('About v1.2?');
    expect(asked[0]).toBe('/config.json');
  });
});

const Stray = () => <p>{useExamRun().run.index}</p>;

describe('a bug', () => {
  it('in a screen is shown as an error of the application', () => {
    render(
      <ErrorBoundary>
        <Stray />
      </ErrorBoundary>,
    );
    expect(screen.getByText('Unexpected Application Error!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/');
    expect(takeLogged().join()).toMatch(/exam run accessor/i);
  });

  it('of using the exam run accessor outside its provider says just that', () => {
    expect(() => render(<Stray />)).toThrow(
      /exam run accessor must be used within an exam run provider/i,
    );
    takeLogged();
  });
});
