import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileBank } from '#bank/compile/compile-folder.ts';
import { printDiagnostics } from '#bank/diagnostic.ts';

/** Compiles the question bank into the plain files that every host serves. */
export const compiledBank = (project: string): Plugin => {
  let site: string;
  return {
    name: 'certdeck:compiled-bank',
    apply: 'build',
    configResolved: ({ build }) => {
      site = build.outDir;
    },
    async closeBundle() {
      const bank = process.env.BANK_DIR || join(project, 'src/questions');
      const compiled = await compileBank(bank, join(site, 'data'));
      if (!compiled.ok) throw new Error(printDiagnostics(compiled.failure).join('\n'));
    },
  };
};
