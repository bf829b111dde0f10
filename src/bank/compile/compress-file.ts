import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

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
