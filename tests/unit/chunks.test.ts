import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunks, type Graph, STYLES_OF_INDEX } from '../../src/build/chunks.ts';

const SOURCE = new URL('../../src/', import.meta.url).pathname;
const [, index, style, shared, later] = chunks.groups;

/** A graph of modules below `src`: who imports each, and who names it in an `import()`. */
const graphOf = (modules: Record<string, { by?: string[]; later?: string[] }>): Graph => ({
  getModuleInfo: (id) => {
    const module = modules[id.slice(SOURCE.length)];
    if (!module) return null;
    const { by = [], later = [] } = module;
    const [importers, dynamicImporters] = [by, later].map((list) =>
      list.map((one) => SOURCE + one),
    );
    return {
      isEntry: by.length + later.length === 0,
      importers: importers ?? [],
      dynamicImporters: dynamicImporters ?? [],
    };
  },
});

const graph = graphOf({
  'main.tsx': {},
  'app/exam-routes.tsx': { later: ['main.tsx'] },
  'app/notices.tsx': { later: ['main.tsx'] },
  'screens/list.tsx': { by: ['app/exam-routes.tsx'] },
  'screens/sheet.tsx': { later: ['screens/list.tsx'] },
  'offline/worker.ts': { later: ['main.tsx'] },
  'exam/review.ts': { later: ['screens/list.tsx'] },
  'exam/of-sheet.ts': { by: ['screens/sheet.tsx'] },
  'exam/of-review-and-sheet.ts': { by: ['exam/review.ts', 'screens/sheet.tsx'] },
  'exam/of-list-and-sheet.ts': { by: ['screens/list.tsx', 'screens/sheet.tsx'] },
});

type Naming = { name: (id: string, graph: Graph) => string | undefined };
const nameIn = (group: unknown, place: string) => (group as Naming).name(SOURCE + place, graph);

describe('the file that a module ends up in', () => {
  it.each([
    ['main.tsx', undefined],
    ['app/exam-routes.tsx', undefined],
    ['screens/list.tsx', undefined],
    ['screens/sheet.tsx', 'sheets'],
    ['exam/of-sheet.ts', 'sheets'],
    ['app/notices.tsx', 'background-work'],
    ['offline/worker.ts', 'background-work'],
    ['exam/review.ts', 'review'],
    ['exam/of-review-and-sheet.ts', 'parts'],
    ['exam/of-list-and-sheet.ts', undefined],
  ])('that loads later follows from the folder that is named: %s → %s', (place, name) => {
    expect(nameIn(later, place)).toBe(name);
  });

  it('that screens share is one of its own, without what only later files need', () => {
    expect(nameIn(shared, 'exam/of-list-and-sheet.ts')).toBe('shared');
    expect(nameIn(shared, 'exam/of-review-and-sheet.ts')).toBeUndefined();
    expect(nameIn(shared, 'exam/of-sheet.ts')).toBeUndefined();
    expect((shared as Naming).name('/node_modules/react/index.js', graph)).toBeUndefined();
  });

  it('of the index has the styles that the inline script paints with, which exist', () => {
    const isIn = (group: unknown, id: string) =>
      (group as { test: (id: string) => boolean }).test(id);
    for (const place of STYLES_OF_INDEX) {
      expect(existsSync(join(SOURCE, place)), place).toBe(true);
      expect(isIn(index, SOURCE + place)).toBe(true);
    }
    expect(isIn(index, `${SOURCE}ui/sheet.module.css`)).toBe(false);
    expect(isIn(style, `${SOURCE}ui/sheet.module.css?used`)).toBe(true);
    expect(isIn(style, `${SOURCE}ui/sheet.tsx`)).toBe(false);
    const ofPage = 'screens/exam-page/exam-page.module.css';
    expect(existsSync(join(SOURCE, ofPage))).toBe(true);
    expect(isIn(style, SOURCE + ofPage), 'the page of an exam has its own').toBe(false);
  });
});
