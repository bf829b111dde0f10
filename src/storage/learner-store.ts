import type { ExamProgress, LearnerExam, SavedRun } from '#contract/learner.ts';
import { readAllValues, readValue, updateValue, writeValue } from './device-store.ts';
import { parseProgress } from './progress-parser.ts';

/** The version of what is written; a reader of another version starts anew. */
const VERSION = 1;

type Kind = 'run' | 'progress';

const keyOf = (kind: Kind, { providerId, examId }: LearnerExam) =>
  `${kind}/${encodeURIComponent(providerId)}/${encodeURIComponent(examId)}`;

export const parseLearnerKey = (key: string) => {
  const [, kind, providerId, examId] = /^(run|progress)\/([^/]*)\/([^/]*)$/.exec(key) ?? [];
  if (!kind || !providerId || !examId || !URL.canParse(`http://x/${providerId}/${examId}`)) {
    return undefined;
  }
  try {
    const exam = {
      providerId: decodeURIComponent(providerId),
      examId: decodeURIComponent(examId),
    };
    return { kind: kind as Kind, exam };
  } catch {
    return undefined;
  }
};

const emptyProgress: ExamProgress = { history: [], practise: {} };

/** The readers give nothing where the device stores nothing. */
const ignore = () => undefined;

/** The writers tell whether it was stored. */
export const tell = (written: Promise<unknown>) =>
  written.then(
    () => true,
    () => false,
  );

/** As it lies there; whoever reads it parses it. */
export const readKeptRun = (exam: LearnerExam): Promise<unknown> =>
  readValue(keyOf('run', exam)).catch(ignore);

/** Key and value as they are written. */
export const storedForm = (
  kind: Kind,
  exam: LearnerExam,
  value: SavedRun | ExamProgress,
): [string, unknown] => [keyOf(kind, exam), { ...value, version: VERSION }];

export const writeSavedRun = (exam: LearnerExam, run: SavedRun) =>
  tell(writeValue(...storedForm('run', exam, run)));

export const readProgress = async (exam: LearnerExam) =>
  parseProgress(await readValue(keyOf('progress', exam)).catch(ignore)) ?? emptyProgress;

export const updateProgress = (
  exam: LearnerExam,
  change: (progress: ExamProgress) => ExamProgress,
) =>
  tell(
    updateValue(keyOf('progress', exam), (value) => ({
      ...change(parseProgress(value) ?? emptyProgress),
      version: VERSION,
    })),
  );

/** The progress in every exam of a provider, by exam id. */
export const readProviderProgress = async (providerId: string) => {
  const found = new Map<string, ExamProgress>();
  for (const [key, value] of await readAllValues().catch(() => [])) {
    const parsed = parseLearnerKey(key);
    const progress = parsed?.kind === 'progress' && parseProgress(value);
    if (progress && parsed.exam.providerId === providerId) found.set(parsed.exam.examId, progress);
  }
  return found;
};
