import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Result, success } from '#contract/result.ts';
import { loadBank } from '../bank.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { listBankFiles, readImage } from './bank-files.ts';
import { compressFile } from './compress-file.ts';

/** Compiles a bank into a folder, which it replaces, or returns everything that is wrong with it. */
export async function compileBank(
  bank: string,
  folder: string,
): Promise<Result<null, Diagnostic[]>> {
  const loaded = await loadBank(bank);
  if (!loaded.ok) return loaded;
  rmSync(folder, { recursive: true, force: true });
  for (const { path, content } of listBankFiles(loaded.value, readImage)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
    // Small questions are many, so they must be quick; a bundle is downloaded as a whole.
    const isBundle = content.length > 16_384 && content.length < 2_000_000;
    compressFile(place, content, isBundle ? 9 : 5);
  }
  return success(null);
}
