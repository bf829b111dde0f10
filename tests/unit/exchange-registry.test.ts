import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { webManifest } from '#app/web-manifest.ts';
import { formatsOf, unpackerOf } from '#exchange/formats/formats.ts';
import {
  type About,
  openedNames,
  packages,
  read,
  type Written,
  written,
} from '#exchange/formats/registry.ts';

const project = new URL('../../', import.meta.url).pathname;
const abouts: Record<string, About & Partial<Written>> = { ...written, ...read, ...packages };

const rowOf = (name: string, { label, reads, writes = 'no', lost }: About & Partial<Written>) =>
  `| ${label} | ${name in written && !(name in read) ? 'no' : reads} | ${writes} | ${lost} |`;

describe('the registry of formats', () => {
  it('has an entry for each folder, with the files that it tells of', () => {
    const folder = `${project}src/exchange/formats`;
    const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
    // A ZIP is opened by what opens the others.
    const named = Object.keys(abouts).filter((name) => name !== 'zip');
    expect(folders.map(({ name }) => name).sort()).toEqual(named.sort());
    for (const { name } of folders) {
      const files = readdirSync(`${folder}/${name}`);
      expect([name, files.includes('read.ts')]).toEqual([name, name in read]);
      expect([name, files.includes('unpack.ts')]).toEqual([name, name in packages]);
      expect([name, files.includes('print.ts')]).toEqual([name, name in written]);
    }
  });

  it('is told in the README, row by row', () => {
    const rows = Object.entries(abouts).map(([name, about]) => rowOf(name, about));
    const table = ['| format | in | out | what is lost |', '|---|---|---|---|', ...rows].join('\n');
    expect(readFileSync(`${project}README.md`, 'utf8')).toContain(`${table}\n\n`);
  });

  it('names every ending that the system may open the app with', () => {
    const [handler] = webManifest('/').file_handlers ?? [];
    const endings = Object.values(handler?.accept ?? {}).flat();
    expect(new Set(endings).size).toBe(endings.length);
    for (const [name, { endings: own }] of Object.entries({ ...read, ...packages })) {
      for (const ending of own) {
        expect(endings).toContain(`.${ending}`);
        const file = `a.${ending.toUpperCase()}`;
        if (name in packages) expect(unpackerOf(file)).toBeTypeOf('function');
        else expect(formatsOf(file)).toContain(name);
      }
    }
  });

  it('lists what can be opened in one sentence', () => {
    expect(openedNames).toContain('Quizlet, CSV, ');
    expect(openedNames).toContain('Word, Anki packages, H5P, and ZIP');
  });
});
