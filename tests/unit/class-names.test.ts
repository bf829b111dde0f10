import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nameClasses } from '../../src/build/class-names.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the names of classes', () => {
  const nameClass = nameClasses(root);

  it('are different for every class of every file', () => {
    const files = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.module.css'))
      .map((file) => `${root}/src/${file}`);
    const named = files.flatMap((file) => {
      const css = readFileSync(file, 'utf8');
      const classes = new Set(
        [...css.matchAll(/\.([a-z][a-zA-Z]*)/g)].map(([, name]) => `${name}`),
      );
      return [...classes].map((name) => nameClass(name, file, css));
    });
    expect(named.length).toBeGreaterThan(100);
    expect(new Set(named).size).toBe(named.length);
    for (const name of named) expect(name).toMatch(/^_*[a-zA-Z]\d+$/);
  });

  it('hold for animations, and refuse what the file does not name', () => {
    const file = `${root}/src/ui/button.module.css`;
    expect(nameClass('turn', file, '.a { } @keyframes turn { }')).toMatch(/1$/);
    expect(() => nameClass('other', file, '.a { }')).toThrow('No name for other');
  });

  it('stay as they are when a file is added', () => {
    const file = `${root}/src/ui/button.module.css`;
    const before = nameClass('a', file, '.a { }');
    const added = nameClass('a', `${root}/src/a.module.css`, '.a { }');
    expect(nameClass('a', file, '.a { }')).toBe(before);
    expect(added).not.toBe(before);
    expect(nameClass('a', `${root}/src/a.module.css`, '.a { }')).toBe(added);
  });
});
