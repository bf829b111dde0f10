import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#app/app.tsx';
import { useExamRun } from '#screens/exam-runner/run/run-context.tsx';
import { takeLogged } from '#support/console-watch.ts';
import { renderApp } from '#support/render-app.tsx';

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

  it('that uses the exam run outside its provider is named', () => {
    expect(() => render(<Stray />)).toThrow(
      /exam run accessor must be used within an exam run provider/i,
    );
    takeLogged();
  });
});
