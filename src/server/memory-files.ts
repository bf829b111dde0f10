import { createHash } from 'node:crypto';
import type { Files } from './files.ts';

type MemoryFile = { path: string; content: Uint8Array<ArrayBuffer> };

/** A strong ETag, quotes included. */
export const tagContent = (content: Uint8Array) =>
  `"${createHash('sha256').update(content).digest('base64url')}"`;

/** Files that are not on disk; paths as `listBankFiles` gives them. */
export function createMemoryFiles(files: Iterable<MemoryFile>): Files {
  const contents = new Map([...files].map(({ path, content }) => [`/${path}`, content]));
  return {
    find: (path) => {
      const content = contents.get(path);
      return content && { content, tag: tagContent(content) };
    },
  };
}
