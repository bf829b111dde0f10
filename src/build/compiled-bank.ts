import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type * as compiler from '#bank/compile/compile-folder.ts';

/** Compiles the question bank to the plain files that every host serves. */
export const compiledBank = (): Plugin => {
  let project: string;
  let site: string;
  return {
    name: 'certdeck:compiled-bank',
    apply: 'build',
    configResolved: ({ root, build }) => {
      project = root;
      site = build.outDir;
    },
    async closeBundle() {
      const path = join(project, 'src/bank/compile/compile-folder.ts');
      const { module } = await runnerImport<typeof compiler>(path);
      const bank = process.env.BANK_DIR || join(project, 'src/questions');
      const compiled = await module.compileBank(bank, join(site, 'data'));
      if (compiled.ok) return;
      const lines = compiled.failure.map(
        ({ file, line, message }) => `${file}:${line}: ${message}`,
      );
      throw new Error(`The bank is broken.\n${lines.join('\n')}`);
    },
  };
};
