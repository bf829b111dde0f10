import { readImage } from '#api/fetch-image.ts';
import { trusted } from '#api/trusted-types.ts';
import type { OwnQuestion } from '#contract/own.ts';
import type { DeckRead } from '#exchange/deck.ts';
import type { DeckAnswer, DeckRequest } from '#exchange/deck-worker.ts';
import workerAddress from '#exchange/deck-worker.ts?worker&url';
import type { ReadContext } from '#exchange/formats/format.ts';

/** Bytes of all files together. Ten thousand questions take about 15 MB. */
export const LARGEST = 32_000_000;

/** Asks the readers, which load now. Rejects if they can't be loaded or fail. */
export const askReaders = <Request extends DeckRequest>(request: Request) =>
  new Promise<DeckAnswer<Request>>((resolve, reject) => {
    const worker = new Worker(trusted.createScriptURL(workerAddress), { type: 'module' });
    const end = (settle: () => void) => {
      settle();
      worker.terminate();
    };
    worker.onmessage = ({ data }) => end(() => resolve(data));
    worker.onerror = () => end(() => reject(new Error('The readers failed')));
    worker.postMessage(request);
  });

const isWhole = async ({ images }: OwnQuestion) => {
  for (const { type, bytes } of images) {
    const answer = new Response(null, { headers: { 'content-type': type } });
    if (!(await readImage(bytes.slice().buffer, answer))) return false;
  }
  return true;
};

/** Reads files beside the page, and leaves out questions with a picture that can't be drawn. */
export const readFiles = async (files: readonly File[], told: ReadContext): Promise<DeckRead> => {
  const given = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  const read = await askReaders({ kind: 'read', files: given, told });
  const whole = await Promise.all(read.questions.map(isWhole));
  const isIn = (_: unknown, index: number) => whole[index];
  const broken = read.questions.flatMap(({ answer }, index) => ({
    isWhole: whole[index],
    place: read.files[index] ?? '',
    title: answer.question.question.slice(0, 60),
    reason: 'has a picture that can’t be drawn',
  }));
  return {
    ...read,
    questions: read.questions.filter(isIn),
    files: read.files.filter(isIn),
    leftOut: [...read.leftOut, ...broken.filter((one) => !one.isWhole)],
  };
};

/** Lets the service worker keep the readers, so that they work offline from now on. */
export const keepReaders = () => fetch(workerAddress).catch(() => undefined);
