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

/** Compiles a bank into a new folder, or returns everything that is wrong with it. */
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
 * Updates the compiled form of a bank in a cache and returns its folder. Reads nothing when no file
 * of the bank has changed since the last time, and writes only what differs.
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
  // Without the list, it is unknown which of the files are complete.
  if (!known) rmSync(place, { recursive: true, force: true });
  // If this is interrupted, the next start begins again.
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
/** Whether this file contains the whole compiler, as after the build, so that its hash names it. */
const isCompiler = self.endsWith('.js');

/** A hash of the state of the bank's files and of the compiler, without reading the bank. */
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

/** Replaces a file at once, because a server may be reading it. */
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
