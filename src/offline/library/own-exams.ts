import { readImage } from '#api/fetch-image.ts';
import { imageAddress } from '#contract/addresses.ts';
import { type ExamKey, hasCaches } from '#contract/caches.ts';
import { isOwn, type OwnQuestion, ownKey } from '#contract/own.ts';
import { textParts } from '#contract/question-text.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { ExamDetail, Sitting } from '#contract/wire.ts';
import {
  type ExamDocument,
  emptyDocument,
  formerQuestions,
  imagesOfQuestion,
  readQuestion,
} from './exam-document.ts';
import {
  dropExam,
  dropUnnamed,
  findImage,
  listExams,
  putDocument,
  putImage,
  readDocument,
} from './exam-library.ts';

/** An exam of the learner's: its name, its mock exam, and all of its questions. */
export type OwnExam = {
  name: string;
  sitting?: Sitting | undefined;
  questions: OwnQuestion[];
  /** When it was saved last. Milliseconds since 1970. */
  savedAt: number;
};

const detailOf = ({ name, sitting, questions }: Omit<OwnExam, 'savedAt'>): ExamDetail => {
  const questionDomains = questions.map(({ answer }) => answer.question.domain ?? '');
  const names = [...new Set(questionDomains)].filter((domain) => domain !== '');
  const domains = names.map((domain) => ({
    id: domain,
    name: domain,
    weight: questionDomains.filter((other) => other === domain).length,
  }));
  return {
    id: name,
    name,
    questionIds: questions.map(({ id }) => id),
    ...(domains.length > 0 && { domains, questionDomains }),
    ...(sitting && { sitting }),
  };
};

const wordsOf = ({ question }: OwnQuestion['answer']) =>
  textParts(question).join(' ').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Gives each question the id that its stem had before, so that the learner's data still fits. */
const withKnownIds = (questions: OwnQuestion[], before: ExamDocument | undefined) => {
  const known = new Map(
    [...(before?.questions ?? [])].map(([id, { answer }]) => [wordsOf(answer), id]),
  );
  const reused = questions.map(({ answer }) => known.get(wordsOf(answer)));
  const taken = new Set(reused);
  const given = new Set<string>();
  return questions.map((question, index) => {
    let id = reused[index];
    if (id === undefined || given.has(id)) {
      id = question.id;
      while (taken.has(id)) id += '-2';
    }
    taken.add(id);
    given.add(id);
    return { ...question, id };
  });
};

/** How many questions are new, changed and gone, compared with what was saved before. */
export type Difference = { added: number; changed: number; gone: number };

const compare = (before: ExamDocument, after: ExamDocument): Difference => {
  const added = [...after.questions.keys()].filter((id) => !before.questions.has(id)).length;
  const gone = [...before.questions.keys()].filter((id) => !after.questions.has(id)).length;
  return { added, gone, changed: formerQuestions(before, after).size - gone };
};

const isQuotaError = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

export type SaveFailure = 'full' | 'impossible';

/**
 * Saves an exam of the learner's, in place of one of the same name, whose questions keep their ids. A
 * failure leaves that one as it was.
 */
export const saveOwnExam = async (exam: OwnExam): Promise<Result<Difference, SaveFailure>> => {
  if (!hasCaches()) return failed('impossible');
  const key = ownKey(exam.name);
  let before: ExamDocument | undefined;
  try {
    before = await readDocument(key);
    const questions = withKnownIds(exam.questions, before);
    const images = new Map<string, { bytes: number; width: number; height: number }>();
    for (const { id, images: own } of questions) {
      for (const { file, type, bytes } of own) {
        const headers = { 'content-type': type };
        const image = await readImage(bytes.slice().buffer, new Response(null, { headers }));
        if (!image) continue;
        const address = imageAddress(key.apiUrl, key.providerId, key.examId, id, file);
        await putImage(key, address, image.copy());
        images.set(address, { bytes: image.bytes, width: image.width, height: image.height });
      }
    }
    const saved = new Map(questions.map(({ id, answer }) => [id, { answer }]));
    const checkedAt = exam.savedAt;
    const detail = detailOf({ ...exam, questions });
    const next = { ...emptyDocument(detail), questions: saved, images, checkedAt };
    const document = before ? { ...next, former: formerQuestions(before, next) } : next;
    await putDocument(key, document);
    await dropUnnamed(key, document);
    return success(compare(before ?? emptyDocument(detail), document));
  } catch (error) {
    const undo = before ? dropUnnamed(key, before) : dropExam(key);
    await undo.catch(() => undefined);
    return failed(isQuotaError(error) ? 'full' : 'impossible');
  }
};

/** The whole exam with its images. Undefined if it is not on this device. */
export const readOwnExam = async (key: ExamKey): Promise<OwnExam | undefined> => {
  const document = await readDocument(key);
  if (!document) return undefined;
  const { detail, checkedAt } = document;
  const questions: OwnQuestion[] = [];
  for (const id of detail.questionIds) {
    const answer = readQuestion(document, id);
    if (!answer) continue;
    const images: OwnQuestion['images'] = [];
    for (const [index, address] of imagesOfQuestion(key, id, { answer }).entries()) {
      const found = await findImage(key, address);
      const file = answer.images[index] ?? '';
      if (!found) continue;
      images.push({
        file: file.slice(file.lastIndexOf('/') + 1),
        type: found.headers.get('content-type') ?? '',
        bytes: new Uint8Array(await found.arrayBuffer()),
      });
    }
    questions.push({ id, answer, images });
  }
  return { name: detail.name, sitting: detail.sitting, questions, savedAt: checkedAt };
};

/** Every exam of the learner's, for a backup. */
export const readOwnExams = async (): Promise<OwnExam[]> => {
  const keys = hasCaches() ? (await listExams()).filter(isOwn) : [];
  const exams = await Promise.all(keys.map(readOwnExam));
  return exams.flatMap((exam) => exam ?? []);
};
