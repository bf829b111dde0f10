import type { ExamKey } from '#contract/caches.ts';
import { listPresent, writeManifest } from './exam-cache.ts';
import { describeQuestion, type Stored, storeOnce } from './exam-entry.ts';
import {
  addressOfQuestion,
  type Holdings,
  type SavedManifest,
  takeStock,
} from './saved-manifest.ts';
import { createWorkQueue, type WorkOutcome } from './work-queue.ts';

/** All requests at once, the one for the question on screen included. */
const MOST_REQUESTS = 4;
/** While these are being stored, the next ones are asked for. */
const MOST_STORING = 4;
const REPORT_EVERY = 250;

type Work = { kind: 'question' | 'image'; questionId: string; address: string };

export type DownloadJob = {
  key: ExamKey;
  cache: Cache;
  /** Grows with what is stored; written to the cache as it goes. */
  manifest: SavedManifest;
  /** A learner is waiting for questions too, so one request is left to them. */
  isWatched: () => boolean;
  onProgress: (stock: Holdings) => void;
  signal: AbortSignal;
};

export type DownloadEnd = { stock: Holdings; isFull: boolean; isNetworkGone: boolean };

const sizeOf = (answer: Response) => Number(answer.headers.get('content-length') ?? 0);

/** What a piece of work that was not stored means for the queue. */
const judgeFailure = (stored: Stored, onGone: () => void): WorkOutcome => {
  switch (stored.kind) {
    case 'gone':
      onGone();
      return { kind: 'done' };
    case 'unstorable':
      return { kind: 'stop' };
    case 'refused':
      return { kind: 'failed', isUnreachable: false, retryAfter: stored.retryAfter };
    default:
      return { kind: 'failed', isUnreachable: stored.kind === 'unreachable' };
  }
};

/**
 * Stores whatever of a generation is missing and tells what is there in the end. Ends early when
 * storage is full or the network gone; what was stored stays. Rejects only when aborted.
 */
export const createDownload = ({
  key,
  cache,
  manifest,
  isWatched,
  onProgress,
  signal,
}: DownloadJob) => {
  let present = new Set<string>();
  let storing = 0;
  let report: ReturnType<typeof setTimeout> | undefined;

  /** Not for each thing that is stored, but never without the last of them. */
  const reportSoon = () => {
    report ??= setTimeout(() => {
      report = undefined;
      if (signal.aborted) return;
      onProgress(takeStock(key, manifest, present));
      // Where there is no room for it, the end of the download says so.
      writeManifest(cache, manifest).catch(() => undefined);
    }, REPORT_EVERY);
  };

  const picturesWork = (questionId: string): Work[] =>
    (manifest.questions[questionId]?.pictures ?? [])
      .filter(({ address }) => !present.has(address))
      .map(({ address }) => ({ kind: 'image', questionId, address }));

  const recordPicture = ({ questionId, address }: Work, answer: Response) => {
    const picture = manifest.questions[questionId]?.pictures.find(
      (other) => other.address === address,
    );
    if (!picture) return;
    picture.bytes = sizeOf(answer);
    picture.isVerified = answer.type !== 'opaque';
  };

  /** What an answer makes known, and the work that follows from it; undefined when it is spoilt. */
  const record = async (work: Work, answer: Response): Promise<Work[] | undefined> => {
    if (work.kind === 'image') {
      recordPicture(work, answer);
      return [];
    }
    const question = await describeQuestion(cache, key, work.questionId, answer, present);
    if (!question) return undefined;
    manifest.questions[work.questionId] = question;
    return picturesWork(work.questionId);
  };

  const perform = async (work: Work, add: (more: Work[]) => void): Promise<WorkOutcome> => {
    let isStoring = 0;
    const onAnswer = async (answer: Response) => {
      const more = await record(work, answer);
      isStoring = 1;
      storing += 1;
      add(more ?? []);
    };
    const storeNow = storeOnce(cache, work.kind, work.address, signal, { onAnswer });
    const stored = await storeNow.finally(() => {
      storing -= isStoring;
    });
    if (stored.kind !== 'valid' && stored.kind !== 'present') {
      return judgeFailure(stored, () => manifest.unavailable.push(work.address));
    }
    if (stored.kind === 'present') {
      const more = await record(work, stored.answer);
      if (!more) {
        await cache.delete(work.address);
        return { kind: 'failed', isUnreachable: false };
      }
      add(more);
    }
    present.add(work.address);
    reportSoon();
    return { kind: 'done' };
  };

  const queue = createWorkQueue(perform);

  const countLanes = () =>
    (isWatched() ? MOST_REQUESTS - 1 : MOST_REQUESTS) + Math.min(storing, MOST_STORING);

  const run = async (): Promise<DownloadEnd> => {
    present = await listPresent(cache);
    const gone = new Set(manifest.unavailable);
    const stock = takeStock(key, manifest, present);
    const works: Work[] = [
      ...stock.questionIds.map(
        (questionId): Work => ({
          kind: 'question',
          questionId,
          address: addressOfQuestion(key, questionId),
        }),
      ),
      ...stock.pictures.map((picture): Work => ({ kind: 'image', ...picture })),
    ];
    queue.add(works.filter(({ address }) => !gone.has(address)));
    onProgress(stock);
    try {
      const end = await queue.run(MOST_REQUESTS + MOST_STORING, countLanes, signal);
      signal.throwIfAborted();
      await writeManifest(cache, manifest);
      const left = takeStock(key, manifest, await listPresent(cache));
      return { stock: left, isFull: end.isStopped, isNetworkGone: end.isNetworkGone };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DOMException && error.name === 'QuotaExceededError') {
        return { stock: takeStock(key, manifest, present), isFull: true, isNetworkGone: false };
      }
      throw error;
    } finally {
      clearTimeout(report);
    }
  };

  /** Brings a question and its pictures to the front of the queue. */
  const prefer = (questionId: string) => queue.prefer((work) => work.questionId === questionId);

  return { run, prefer };
};
