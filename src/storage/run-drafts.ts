import type { ExamKey } from '#contract/caches.ts';
import type { RunDraft, RunKind } from '#contract/learner.ts';
import { parseLearnerKey, runKey } from './learner-keys.ts';
import { parseDraft, versioned } from './learner-parsers.ts';
import { setReturning, withLocalStorage } from './local-storage.ts';

const PREFIX = 'certdeck/';

const draftKey = (exam: ExamKey, kind: RunKind) => PREFIX + runKey(exam, kind);

/** Synchronous, so that a closing page can still do it. Does nothing if storage is unavailable. */
export const writeDraft = (exam: ExamKey, kind: RunKind, draft: RunDraft) =>
  withLocalStorage((storage) => {
    storage.setItem(draftKey(exam, kind), JSON.stringify(versioned(draft)));
    if (draft.run) setReturning(true);
  });

export const clearDraft = (exam: ExamKey, kind: RunKind) =>
  withLocalStorage((storage) => storage.removeItem(draftKey(exam, kind)));

const listKeys = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '').filter((key) =>
    key.startsWith(`${PREFIX}run/`),
  );

/** Every readable draft. `clear` does nothing if a newer draft has replaced it. */
export const listDrafts = () =>
  withLocalStorage((storage) =>
    listKeys(storage).flatMap((key) => {
      const { exam, kind } = parseLearnerKey(key.slice(PREFIX.length)) ?? {};
      const text = storage.getItem(key);
      const draft = text === null ? undefined : parseDraft(text);
      if (!exam || !kind || !draft) return [];
      const clear = () => {
        if (storage.getItem(key) === text) storage.removeItem(key);
      };
      return [{ exam, kind, draft, clear }];
    }),
  ) ?? [];

export const clearDrafts = () =>
  withLocalStorage((storage) => {
    for (const key of listKeys(storage)) storage.removeItem(key);
  });
