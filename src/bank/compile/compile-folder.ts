import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Result, success } from '#contract/result.ts';
import { loadBank } from '../bank.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { type BankFile, listBankFiles, readImage } from './bank-files.ts';

/** Compiles a bank into a folder, which it replaces, or returns everything that is wrong with it. */
export async function compileBank(
  bank: string,
  folder: string,
): Promise<Result<null, Diagnostic[]>> {
  const loaded = await loadBank(bank);
  if (!loaded.ok) return loaded;
  rmSync(folder, { recursive: true, force: true });
  for (const file of listBankFiles(loaded.value, readImage)) writeBankFile(folder, file);
  return success(null);
}

const COMPRESSIBLE = /\.(?:json|svg)$/;
/** For fewer bytes the headers outweigh the gain. */
const WORTHWHILE = 1024;
/** Up to this many bytes, better compression takes little time. */
const MODERATE = 2_000_000;

const toBrotli = (content: Uint8Array) =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]:
        content.length > 16_384 && content.length < MODERATE ? 9 : 5,
      // A window of the file's size: setting up a larger one takes longer than compressing.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(12, 32 - Math.clz32(content.length))),
    },
  });

function writeBankFile(folder: string, { path, content }: BankFile): void {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
  if (!COMPRESSIBLE.test(path) || content.length < WORTHWHILE) return;
  writeFileSync(`${place}.br`, toBrotli(content));
  writeFileSync(`${place}.gz`, gzipSync(content, { level: 9 }));
}
