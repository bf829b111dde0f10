import type { OwnQuestion } from '#contract/own.ts';
import type { GivenFile } from './archive.ts';
import { type DeckPrinted, type DeckRead, printDeck, readDeck } from './deck.ts';
import type { ReadContext } from './formats/format.ts';
import type { TargetName } from './formats/registry.ts';

/** Reads and prints beside the page, which stays responsive. One request, one answer. */
export type DeckRequest =
  | { kind: 'read'; files: GivenFile[]; told: ReadContext }
  | { kind: 'print'; name: string; questions: OwnQuestion[]; to: TargetName };

export type DeckAnswer<Request extends DeckRequest> = Request['kind'] extends 'read'
  ? DeckRead
  : DeckPrinted;

addEventListener('message', ({ data }: MessageEvent<DeckRequest>) => {
  const { kind } = data;
  const answer =
    kind === 'read'
      ? readDeck(data.files, data.told)
      : printDeck(data.name, data.questions, data.to);
  postMessage(answer);
});
