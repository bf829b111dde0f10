import type { ExamKey } from '#contract/caches.ts';
import { parseJson } from '#primitives/json.ts';
import { setReturning, withLocalStorage } from '#storage/local-storage.ts';
import { draftKey, examOfDraft } from './keys.ts';
import { isNewer, readChange, type Unreadable, versioned } from './records.ts';
import { type Change, LEARNER_VERSION } from './schemas.ts';

/**
 * A draft is a change in localStorage, because a page that is closing may not finish a database
 * transaction. The next page to read the exam's data stores it.
 */

/** Synchronous, so that a closing page can still do it. Does nothing if storage is unavailable. */
export const writeDraft = (exam: ExamKey, runId: string, change: Change) =>
  withLocalStorage((storage) => {
    storage.setItem(draftKey(exam, runId), JSON.stringify(versioned(change)));
    setReturning(true);
  });

export const clearDraft = (exam: ExamKey, runId: string) =>
  withLocalStorage((storage) => storage.removeItem(draftKey(exam, runId)));

/**
 * Every draft, with what of it can't be read; of a later version's draft only that there is one.
 * `clear` does nothing if a newer one replaced it.
 */
export const listDrafts = () =>
  withLocalStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys.flatMap((key) => {
      const exam = examOfDraft(key);
      const text = storage.getItem(key);
      if (!exam || text === null) return [];
      const body = parseJson(text) ?? text;
      const rejected: Unreadable[] = [];
      const change = readChange(body, key, rejected, LEARNER_VERSION);
      const clear = () => {
        if (storage.getItem(key) === text) storage.removeItem(key);
      };
      return [{ exam, change, rejected, isNewer: isNewer(body), clear }];
    });
  }) ?? [];
