import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prerender } from '#app/prerender.tsx';
import { CONFIG_KEY } from '#contract/config.ts';
import { RETURNING_KEY } from '#storage/local-storage.ts';
import { type AppOptions, connect } from '#support/render-app.tsx';
import { testBank } from '#support/test-bank.ts';

const QUESTION = {
  question: '',
  questionParts: ['What is it?', 'Choose one.'],
  options: ['This', 'That', 'Something else'],
  answers: ['That'],
};

const json = (body: unknown) => () => Response.json(body);
const exam = { id: 'long', name: 'A Long Exam', questionIds: ['question-01', 'question-02'] };

/** Opens an address at which the app's code never comes. `answers` replaces those of some paths. */
const openPage = async (
  address: string,
  answers: Record<string, (url: URL) => Response> = {},
  options: AppOptions = {},
) => {
  const asked: string[] = [];
  const instead = (url: URL) => {
    asked.push(url.pathname + url.search);
    return answers[url.pathname]?.(url);
  };
  connect({ ...options, instead });
  history.pushState(null, '', address);
  const code = Object.assign(document.createElement('meta'), { name: 'code' });
  code.content = '/assets/exam-routes.js /assets/style.css';
  document.head.append(code);
  for (const [name, html] of Object.entries(prerender())) {
    const template = document.createElement('template');
    template.dataset.screen = name;
    template.innerHTML = html;
    document.head.append(template);
  }
  vi.resetModules();
  await import('#app/inline-script.ts');
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(root);
  await vi.waitFor(() => expect(root.childElementCount).toBe(1));
  /** Once all that was asked for has come. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setTimeout(next));
  };
  return { asked, root, settle };
};

const forget = () => {
  Object.assign(globalThis, { prefetchedAnswers: undefined, heldExam: undefined });
  globalThis.painted = undefined;
};

beforeEach(forget);
afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.returning;
  forget();
});

const cards = () => screen.queryAllByRole('link', { name: /Amazon|A or B|Nothing Yet/ });
const options = () => screen.queryAllByRole('radio');

describe('home, before the app’s code is there', () => {
  it('asks for the configuration and the providers at once, and shows them', async () => {
    const { asked } = await openPage('/');
    expect(asked.sort()).toEqual(['/api/providers', '/config.json']);
    await vi.waitFor(() => expect(cards()).toHaveLength(3));
    expect(cards()[1]?.getAttribute('href')).toBe('/exams/a%2Fb');
    expect(screen.getByText('8 Exams')).toBeTruthy();
    expect(globalThis.painted).toMatchObject({
      address: 'http://localhost:3000/api/providers',
      body: { providerData: [{ id: 'aws' }, { id: 'a/b' }, { id: 'empty' }] },
    });
  });

  it.each<[string, AppOptions, Record<string, () => Response>]>([
    ['names another API', { config: { apiUrl: 'https://else.where' } }, {}],
    ['says that it is files', { config: { apiUrl: '/', api: 'files' } }, {}],
    ['does not come', {}, { '/config.json': () => new Response('', { status: 503 }) }],
    ['can not be read', {}, { '/config.json': () => new Response('<h1>Log in</h1>') }],
  ])('shows nothing of an API while the configuration %s', async (_, setting, answers) => {
    const { settle } = await openPage('/', answers, setting);
    await settle();
    expect(cards()).toEqual([]);
    expect(globalThis.painted).toBeUndefined();
  });

  it.each([
    ['without a name', { providerData: [{ id: 'aws', examCount: 1 }] }],
    ['without an id', { providerData: [{ id: '', name: 'AWS', examCount: 1 }] }],
    ['without any', { providerData: [] }],
    ['of another shape', { providers: 1 }],
  ])('leaves providers %s to the app', async (_, body) => {
    const { settle } = await openPage('/', { '/api/providers': json(body) });
    await settle();
    expect(globalThis.painted).toBeUndefined();
  });

  it('asks the API of the last visit', async () => {
    localStorage.setItem(CONFIG_KEY, JSON.stringify({ apiUrl: 'http://localhost:3000/base' }));
    const { asked } = await openPage('/');
    expect(asked).toContain('/base/api/providers');
    expect(asked).not.toContain('/api/providers');
  });

  it.each(['{', '{"apiUrl":7}', '{"apiUrl":"nowhere"}', 'null'])(
    'asks the site’s own API if that was stored as %s',
    async (text) => {
      localStorage.setItem(CONFIG_KEY, text);
      const { asked } = await openPage('/');
      expect(asked).toContain('/api/providers');
    },
  );

  it('keeps in place what a finger is down on', async () => {
    await openPage('/');
    await vi.waitFor(() => expect(cards()).toHaveLength(3));
    cards()[0]?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    let isOver = false;
    globalThis.painted?.pressed?.then(() => {
      isOver = true;
    });
    await new Promise((next) => setTimeout(next));
    expect([globalThis.painted?.pressed === undefined, isOver]).toEqual([false, false]);
    dispatchEvent(new Event('pointerup'));
    await vi.waitFor(() => expect(isOver).toBe(true));
  });

  it('leaves room for what a learner has begun, if there is something', async () => {
    localStorage.setItem(RETURNING_KEY, 'yes');
    await openPage('/');
    expect(document.documentElement.dataset.returning).toBe('waiting');
  });
});

describe('the list of exams, before the app’s code is there', () => {
  it('bears the provider’s id, and asks for its exams', async () => {
    const { asked } = await openPage('/exams/a%2Fb');
    expect(asked).toContain('/api/exams?provider=a%2Fb');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('a/b');
    expect(document.title).toBe('a/b · CertDeck');
  });

  it('loads the code of its screen', async () => {
    const { settle } = await openPage('/exams/aws');
    await settle();
    const links = [...document.head.querySelectorAll('link')];
    expect(links.map(({ rel, href }) => [rel, new URL(href).pathname])).toEqual([
      ['modulepreload', '/assets/exam-routes.js'],
      ['preload', '/assets/style.css'],
    ]);
  });

  it('of the learner’s own exams asks for nothing', async () => {
    const { asked } = await openPage('/exams/My%20questions');
    expect(asked).toEqual(['/config.json']);
  });
});

describe('an exam, before the app’s code is there', () => {
  const answers = (question: object) => ({
    '/api/questions': json(exam),
    '/api/question': json({ question: { ...QUESTION, ...question }, images: [] }),
  });

  it('shows its first question, and who asks', async () => {
    const { asked } = await openPage('/exams/aws/A%20Long%20Exam', answers({}));
    await vi.waitFor(() => expect(options()).toHaveLength(3));
    expect(asked).toContain(
      '/api/question?provider=aws&examName=A%20Long%20Exam&questionId=question-01',
    );
    const article = screen.getByRole('article');
    for (const text of [...QUESTION.questionParts, ...QUESTION.options]) {
      expect(within(article).getByText(text)).toBeTruthy();
    }
    expect(screen.getByText('Question 1 of 2')).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A Long Exam');
    const back = screen.getByRole('link', { name: /Back to Exams/ });
    expect(back.getAttribute('href')).toBe('/exams/aws');
    expect(globalThis.painted?.exam).toMatchObject({ providerId: 'aws', examId: 'A Long Exam' });
  });

  it('shows checkboxes where several are right, and the text where there are no parts', async () => {
    const question = { question: 'Which two?', questionParts: [], answers: ['This', 'That'] };
    await openPage('/exams/aws/A%20Long%20Exam', answers(question));
    await vi.waitFor(() => expect(screen.queryAllByRole('checkbox')).toHaveLength(3));
    expect(screen.getByText('Which two?')).toBeTruthy();
  });

  it.each([
    ['with code', { questionParts: ['What does `ls` do?'] }],
    ['with an image', { questionParts: ['[img-1]'] }],
    ['with an image in an option', { options: ['[img-1]', 'That'] }],
    ['without options', { options: [] }],
    ['of another shape', { options: 7 }],
  ])('leaves a question %s to the app', async (_, question) => {
    const { settle } = await openPage('/exams/aws/A%20Long%20Exam', answers(question));
    await settle();
    expect(globalThis.painted).toBeUndefined();
  });

  it('shows no question of an API that the configuration does not name', async () => {
    const config = { apiUrl: 'https://else.where' };
    const { settle } = await openPage('/exams/aws/A%20Long%20Exam', answers({}), { config });
    await settle();
    expect(options()).toEqual([]);
  });

  it('that begins with another question asks for the list alone', async () => {
    const { asked, settle } = await openPage(
      '/exams/aws/A%20Long%20Exam?questions=10&order=shuffled',
      answers({}),
    );
    await settle();
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([
      '/api/questions?providerId=aws&examId=A%20Long%20Exam',
    ]);
    expect(globalThis.painted).toBeUndefined();
  });
});

describe('the theme, before the app’s code is there', () => {
  it('is the one of the last visit, and can be changed', async () => {
    localStorage.setItem('theme', 'light');
    await openPage('/');
    expect(document.documentElement.dataset.theme).toBe('light');
    screen.getByRole('button', { name: 'Use dark theme' }).click();
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(screen.getByRole('button', { name: 'Use light theme' })).toBeTruthy();
  });
});

it('an unknown address shows no screen’s placeholders, and asks for no list', async () => {
  const { asked, root } = await openPage('/nowhere', {}, { bank: testBank() });
  expect(asked).toEqual(['/config.json']);
  expect(root.querySelector('[data-placeholder]')).toBeNull();
});

it('a browser that is too old is told so, and asked for nothing', async () => {
  const told = document.createElement('p');
  Object.assign(told, { id: 'too-old', hidden: true });
  vi.stubGlobal('AbortSignal', undefined);
  vi.stubGlobal('fetch', vi.fn());
  document.body.append(told);
  vi.resetModules();
  await import('#app/inline-script.ts');
  dispatchEvent(new Event('DOMContentLoaded'));
  expect(told.hidden).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});
