import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type LockedPackage = { dev?: boolean; devOptional?: boolean; optional?: boolean };

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The license texts of every package that the product may contain. */
export function collectLicenses(project: string): string {
  const packages: Record<string, LockedPackage> = readJson(
    join(project, 'package-lock.json'),
  ).packages;
  const shipped = Object.keys(packages).filter((path) => {
    const { dev, devOptional, optional } = packages[path] ?? {};
    return path !== '' && !dev && !devOptional && !optional;
  });
  const folders = [project, ...shipped.map((path) => join(project, path))];
  return folders.map(describePackage).join(`\n${'-'.repeat(80)}\n\n`);
}

function describePackage(folder: string): string {
  const { name, version, license = 'see below' } = readJson(join(folder, 'package.json'));
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
