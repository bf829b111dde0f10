import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Result, success } from '#contract/result.ts';
import { loadBank } from '../bank.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { listBankFiles, readImage } from './bank-files.ts';

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|webmanifest|txt)$/;
/** For fewer bytes the headers outweigh the gain. */
const WORTHWHILE = 1024;

/** Writes `.br` and `.gz` beside a file of text. `quality` is brotli's: 11 is slowest and smallest. */
export function compressFile(place: string, content: Uint8Array, quality: number): void {
  if (!COMPRESSIBLE.test(place) || content.length < WORTHWHILE) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // A window of the file's size: setting up a larger one takes longer than compressing.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(12, 32 - Math.clz32(content.length))),
  };
  writeFileSync(`${place}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${place}.gz`, gzipSync(content, { level: 9 }));
}

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
