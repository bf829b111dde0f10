import type { ExamKey } from '#contract/caches.ts';
import { setReturning, withLocalStorage } from '#storage/local-storage.ts';
import { draftKey, examOfDraft } from './keys.ts';
import { isObject, parseJson, readChange, type Unreadable, versioned } from './records.ts';
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

const listKeys = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '').filter(
    examOfDraft,
  );

/** Every readable draft; others stay where they are. `clear` does nothing if a newer one replaced it. */
export const listDrafts = () =>
  withLocalStorage((storage) =>
    listKeys(storage).flatMap((key) => {
      const text = storage.getItem(key) ?? '';
      const body = parseJson(text);
      const exam = examOfDraft(key);
      const rejected: Unreadable[] = [];
      const change = readChange(body, key, rejected);
      const isWhole = isObject(body) && body.version === LEARNER_VERSION && rejected.length === 0;
      if (!exam || !isWhole) return [];
      const clear = () => {
        if (storage.getItem(key) === text) storage.removeItem(key);
      };
      return [{ exam, change, clear }];
    }),
  ) ?? [];

export const clearDrafts = () =>
  withLocalStorage((storage) => {
    for (const key of listKeys(storage)) storage.removeItem(key);
  });
