import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Plugin } from 'vite';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      dev: v.optional(v.boolean()),
      devOptional: v.optional(v.boolean()),
      optional: v.optional(v.boolean()),
    }),
  ),
});
const packageSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), 'see below'),
});

const readJson = <S extends v.GenericSchema>(schema: S, file: string): v.InferOutput<S> =>
  v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));

/** The license texts of every package that the product may contain. */
export function collectLicenses(project: string): string {
  const { packages } = readJson(lockSchema, join(project, 'package-lock.json'));
  const folders = Object.entries(packages)
    .filter(([path, { dev, devOptional, optional }]) => {
      return path !== '' && !dev && !devOptional && !optional;
    })
    .map(([path]) => join(project, path));
  return [project, ...folders].map(describePackage).join(`\n${'-'.repeat(80)}\n\n`);
}

function describePackage(folder: string): string {
  const { name, version, license } = readJson(packageSchema, join(folder, 'package.json'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)([.-]|$)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n`;
}

/** Ships the license texts with the site. */
export const licenses = (project: string): Plugin => ({
  name: 'certdeck:licenses',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: collectLicenses(project) });
  },
});
