import { createHash } from 'node:crypto';
import type { Files } from './files.ts';

type MemoryFile = { path: string; content: Uint8Array<ArrayBuffer> };

export const tagContent = (content: Uint8Array, encoding = '') =>
  `"${createHash('sha256').update(content).digest('base64url')}${encoding}"`;

/** Files that are nowhere on disk; paths as `listBankFiles` gives them. */
export function createMemoryFiles(files: Iterable<MemoryFile>): Files {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { path, content } of files) contents.set(`/${path}`, content);
  return {
    find: (path) => {
      const content = contents.get(path);
      if (!content) return undefined;
      return {
        plain: { size: content.byteLength, tag: tagContent(content), open: () => content },
      };
    },
  };
}
