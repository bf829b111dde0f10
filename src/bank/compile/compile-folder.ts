import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { type Result, success } from '#contract/result.ts';
import { loadBank } from '../bank.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { type BankFile, listBankFiles, readImage } from './bank-files.ts';

/** Compiles a bank into a new folder. The failure is everything that is wrong with the bank. */
export async function compileBank(
  bank: string,
  folder: string,
): Promise<Result<null, Diagnostic[]>> {
  const loaded = await loadBank(bank);
  if (!loaded.ok) return loaded;
  for (const file of listBankFiles(loaded.value, readImage)) writeBankFile(folder, file, true);
  return success(null);
}

/**
 * Brings the compiled form of a bank in a cache up to date and gives its folder. When no file of
 * the bank has changed since the last time none is read; otherwise only what differs is written.
 */
export async function refreshCompiledBank(
  bank: string,
  cache: string,
): Promise<Result<string, Diagnostic[]>> {
  const place = join(cache, hashOf(bank).slice(0, 16));
  const folder = `${place}/data`;
  const stamp = readStamp(bank);
  if (isCompiler && readState(`${place}/stamp`) === stamp) return success(folder);

  const loaded = await loadBank(bank);
  if (!loaded.ok) return loaded;
  const known = parseHashes(readState(`${place}/hashes.json`));
  // Without a list of them, nobody knows which of the files there are whole.
  if (!known) rmSync(place, { recursive: true, force: true });
  // Should this be cut short, the next start begins from nothing.
  for (const state of ['stamp', 'hashes.json']) rmSync(`${place}/${state}`, { force: true });
  const hashes: Record<string, string> = {};
  for (const file of listBankFiles(loaded.value, readImage)) {
    const hash = hashOf(file.content);
    hashes[file.path] = hash;
    const before = known?.[file.path];
    if (before !== hash) writeBankFile(folder, file, before === undefined);
  }
  for (const path of Object.keys(known ?? {})) if (!(path in hashes)) removeBankFile(folder, path);
  replaceFile(`${place}/hashes.json`, JSON.stringify(hashes));
  replaceFile(`${place}/stamp`, stamp);
  return success(folder);
}

const hashOf = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('base64url');

const self = fileURLToPath(import.meta.url);
/** Whether this file holds the whole compiler, as after the build, and can vouch for its work. */
const isCompiler = self.endsWith('.js');

/** Names the state of every file of the bank, and of the compiler, without reading the bank. */
function readStamp(bank: string): string {
  const hash = createHash('sha256').update(readFileSync(self));
  const visit = (folder: string) => {
    let lines = '';
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        visit(path);
        continue;
      }
      const stats = statSync(path, { throwIfNoEntry: false });
      lines += `${path} ${stats?.size} ${stats?.mtimeMs} ${stats?.ctimeMs} ${stats?.ino}\n`;
    }
    hash.update(lines);
  };
  visit(bank);
  return hash.digest('base64url');
}

function readState(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const hashesSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));
function parseHashes(text: string | undefined): Record<string, string> | undefined {
  const parsed = v.safeParse(hashesSchema, text);
  return parsed.success ? parsed.output : undefined;
}

const COMPRESSIBLE = /\.(?:json|svg)$/;
/** Below this many bytes the headers outweigh the gain. */
const WORTHWHILE = 1024;
/** Up to this many bytes of text the better compression takes no time worth mentioning. */
const MODERATE = 2_000_000;

const toBrotli = (content: Uint8Array) =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]:
        content.length > 16_384 && content.length < MODERATE ? 9 : 5,
      // A window of the file's own size: setting up a larger one takes longer than a small file.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(12, 32 - Math.clz32(content.length))),
    },
  });

/** A file that is new is written in place: no list names it yet, so nobody reads it. */
function writeBankFile(folder: string, { path, content }: BankFile, isNew: boolean): void {
  const place = join(folder, path);
  const write = isNew ? writeInFolder : replaceFile;
  write(place, content);
  if (COMPRESSIBLE.test(path) && content.length >= WORTHWHILE) {
    write(`${place}.br`, toBrotli(content));
    write(`${place}.gz`, gzipSync(content, { level: 9 }));
  } else if (!isNew) {
    rmSync(`${place}.br`, { force: true });
    rmSync(`${place}.gz`, { force: true });
  }
}

const removeBankFile = (folder: string, path: string) => {
  for (const ending of ['', '.br', '.gz']) rmSync(join(folder, path + ending), { force: true });
};

/** A server may be reading the file: it sees the old one or the new one, never a part. */
function replaceFile(place: string, content: string | Uint8Array): void {
  const temporary = `${place}.${process.pid}`;
  writeInFolder(temporary, content);
  renameSync(temporary, place);
}

function writeInFolder(place: string, content: string | Uint8Array): void {
  try {
    writeFileSync(place, content);
  } catch {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
}
