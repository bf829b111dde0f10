import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * What each folder of `src`, or a single file of it, may import besides itself: the arrows point
 * down this table.
 */
const arrows: Record<string, string> = {
  'main.tsx': 'app screens storage theme ui',
  'app/web-manifest.ts': 'exchange contract theme',
  app: 'screens sync offline api exam storage ui theme contract wording primitives',
  screens: 'sync offline api exam learner exchange storage ui theme contract primitives',
  offline: 'api learner contract wording primitives',
  api: 'contract primitives',
  exam: 'contract learner wording primitives',
  learner: 'contract storage primitives',
  sync: 'learner storage contract primitives',
  storage: 'primitives',
  ui: 'contract primitives',
  theme: 'storage primitives',
  worker: 'contract api primitives',
  server: 'contract bank primitives',
  build: 'server bank theme primitives',
  exchange: 'contract bank wording primitives',
  'bank/cli.ts': 'exchange',
  bank: 'contract wording primitives',
  contract: 'primitives',
  wording: 'primitives',
  primitives: '',
};
const imports = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

const findBreach = (file: string, specifier: string): string | undefined => {
  const [folder = '', screen] = file.split('/');
  if (specifier === 'idb-keyval' && folder !== 'storage') return 'only storage imports idb-keyval';
  const isRelative = specifier.startsWith('.');
  if (!isRelative && !specifier.startsWith('#')) return undefined;
  const target = isRelative ? join(dirname(file), specifier) : specifier.slice(1);
  const [other = '', sibling = ''] = target.split('/');
  if (folder === 'screens' && other === 'screens') {
    const isOwn =
      sibling === screen ||
      /^((saved|own)-exams?|exam-(links|page|day)|look-alike|loading|device|pairing)$/.test(
        sibling,
      );
    return isOwn ? undefined : 'a screen never imports its sibling';
  }
  const isForAuthors = /^(bank\/(authoring\/|cli\.ts)|exchange\/)/.test(file);
  if (target.startsWith('bank/authoring/') && !isForAuthors) return 'only the tools for authors';
  if (folder === other) return isRelative ? undefined : 'import relatively inside a folder';
  if (isRelative && folder !== 'main.tsx') return 'import through # across folders';
  const isPure = /^learner\/(schemas|merge|settle)\.ts$/.test(target);
  if (folder === 'exam' && other === 'learner' && !isPure) return 'exam does no I/O';
  const row = arrows[file] ?? arrows[folder];
  return row?.split(' ').includes(other) ? undefined : `${folder} may not import ${other}`;
};

const findBreaches = (file: string, text: string) =>
  [...text.matchAll(imports)].flatMap(([, specifier = '']) => {
    const breach = findBreach(file, specifier);
    return breach ? [`${file}: ${specifier}: ${breach}`] : [];
  });

const root = new URL('../../src/', import.meta.url).pathname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(root + file, 'utf8') }));

describe('imports between the folders of src', () => {
  it('follow the arrows', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(({ file, text }) => findBreaches(file, text))).toEqual([]);
  });

  it.each(Object.entries(arrows))('use every arrow of %s', (from, row) => {
    const own = sources.filter(({ file }) => file === from || file.startsWith(`${from}/`));
    const text = own.map((source) => source.text).join('\n');
    // The main file imports relatively.
    const isUsed = (to: string) => text.includes(`'#${to}/`) || text.includes(`'./${to}/`);
    expect(row.split(' ').filter((to) => to !== '' && !isUsed(to))).toEqual([]);
  });

  it.each([
    ['exam/run.ts', '#storage/device-store.ts'],
    ['exam/run.ts', '#learner/learner-store.ts'],
    ['ui/button.tsx', '#app/app.tsx'],
    ['bank/bank.ts', '#exchange/formats.ts'],
    ['bank/bank.ts', './authoring/lint/lint-exam.ts'],
    ['server/app.ts', '#bank/authoring/commands/command.ts'],
    ['build/site-files.ts', '#contract/wire.ts'],
    ['server/app.ts', '#offline/locks.ts'],
    ['offline/locks.ts', '../storage/device-store.ts'],
    ['offline/locks.ts', 'idb-keyval'],
    ['screens/exam-list/exam-card.tsx', '../exam-runner/question-image.tsx'],
    ['screens/exam-list/exam-card.tsx', '#screens/exam-runner/question-image.tsx'],
  ])('catch %s importing %s', (file, specifier) => {
    expect(findBreaches(file, `import { x } from '${specifier}';`)).toHaveLength(1);
    expect(findBreaches(file, `const x = await import('${specifier}');`)).toHaveLength(1);
  });
});
