import { readImageFile } from '#api/fetch-image.ts';
import { trusted } from '#api/trusted-types.ts';
import type { OwnQuestion } from '#contract/own.ts';
import type { DeckRead } from '#exchange/deck.ts';
import type { DeckAnswer, DeckRequest } from '#exchange/deck-worker.ts';
import workerAddress from '#exchange/deck-worker.ts?worker&url';
import type { ReadContext } from '#exchange/formats/format.ts';

/** Bytes of all files together. Ten thousand questions take about 15 MB. */
export const LARGEST = 32_000_000;

/** The readers were loaded but could not cope. */
export class ReadersFailed extends Error {}

/** Asks the readers, which load now. Rejects if they can't be loaded, fail, or are stopped. */
export const askReaders = <Request extends DeckRequest>(request: Request, signal?: AbortSignal) =>
  new Promise<DeckAnswer<Request>>((resolve, reject) => {
    const worker = new Worker(trusted.createScriptURL(workerAddress), { type: 'module' });
    const end = (settle: () => void) => {
      settle();
      worker.terminate();
    };
    worker.onmessage = ({ data }) => end(() => resolve(data));
    // Only an error of their own says what it is.
    worker.onerror = ({ message }) =>
      end(() => reject(message ? new ReadersFailed(message) : new Error('No readers')));
    signal?.addEventListener('abort', () => end(() => reject(signal.reason)));
    worker.postMessage(request);
  });

/** The question with the sizes of its pictures; undefined if one can't be drawn. */
const drawn = async (question: OwnQuestion): Promise<OwnQuestion | undefined> => {
  const images: OwnQuestion['images'] = [];
  for (const image of question.images) {
    const size = await readImageFile(image);
    if (!size) return undefined;
    images.push({ ...image, size: { width: size.width, height: size.height } });
  }
  return { ...question, images };
};

/** Reads files beside the page, and leaves out questions with a picture that can't be drawn. */
export const readFiles = async (
  files: readonly File[],
  told: ReadContext,
  signal: AbortSignal,
): Promise<DeckRead> => {
  const given = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  signal.throwIfAborted();
  const read = await askReaders({ kind: 'read', files: given, told }, signal);
  const found = await Promise.all(read.questions.map(drawn));
  const broken = read.questions.map(({ answer }, index) => ({
    place: read.files[index] ?? '',
    title: answer.question.question.slice(0, 60),
    reason: 'has a picture that can’t be drawn',
  }));
  return {
    ...read,
    questions: found.filter((question) => question !== undefined),
    files: read.files.filter((_, index) => found[index]),
    leftOut: [...read.leftOut, ...broken.filter((_, index) => !found[index])],
  };
};

/** Lets the service worker keep the readers, so that they work offline from now on. */
export const keepReaders = () => fetch(workerAddress).catch(() => undefined);
