import { readImageFile } from '#api/fetch-image.ts';
import { imageAddress } from '#contract/addresses.ts';
import { type ExamKey, hasCaches } from '#contract/caches.ts';
import { type OwnQuestion, ownKey } from '#contract/own.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { ExamDetail, QuestionAnswer, Sitting } from '#contract/wire.ts';
import { lastSegment } from '#primitives/last-segment.ts';
import { digestOf, type Identifiable, pairQuestions } from '#wording/question-identity.ts';
import { textParts } from '#wording/question-text.ts';
import {
  changedQuestions,
  type ExamDocument,
  emptyDocument,
  formerQuestions,
  imagesOfQuestion,
  readQuestion,
  type SavedImage,
} from './exam-document.ts';
import {
  dropExam,
  dropUnnamed,
  findImage,
  hasDocument,
  holdLock,
  isQuotaError,
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

const hashed = /(?:\.([0-9a-f]{16}))?(\.[^.]*)?$/;

/**
 * Names each image by what it shows, so that every version of a question has its pictures at addresses
 * of their own: until the document names them, they replace none.
 */
const withHashes = ({ id, answer, images }: OwnQuestion): OwnQuestion => {
  const names = new Map<string, string>();
  const renamed = images.map((image) => {
    const hash = digestOf(image.bytes).slice(0, 16);
    const file = image.file.replace(hashed, `.${hash}$2`);
    names.set(image.file, file);
    return { ...image, file };
  });
  const files = answer.images.map(lastSegment);
  const named = files.map((file) => names.get(file) ?? file);
  return { id, answer: { ...answer, images: named }, images: renamed };
};

const identify = ({ question, images }: QuestionAnswer): Identifiable => ({
  stem: [...textParts(question), ...(question.prompts ?? [])].join('\n'),
  options: question.options.map((text) => ({ text, right: question.answers.includes(text) })),
  images: images.map((file) => hashed.exec(file)?.[1] ?? file),
});

/**
 * The ids that questions have in place of those of a document: those of the same questions, so that the
 * learner's data still fits, and for others none that is or was another's.
 */
const findIds = (before: ExamDocument | undefined, questions: readonly OwnQuestion[]) => {
  const known = new Map([...(before?.former ?? []), ...(before?.questions ?? [])]);
  const ids = [...known.keys()];
  const pairs = pairQuestions(
    [...known.values()].map(({ answer }) => identify(answer)),
    questions.map(({ answer }) => identify(answer)),
  );
  const taken = new Set(ids);
  return questions.map(({ id: given }, index) => {
    const same = ids[pairs.get(index) ?? -1];
    if (same !== undefined) return same;
    let id = given;
    while (taken.has(id)) id += '-2';
    taken.add(id);
    return id;
  });
};

/** The ids on this device of an exam's questions, by those that they have elsewhere. */
export const findIdsHere = async ({ name, questions }: OwnExam) => {
  const before = await readDocument(ownKey(name)).catch(() => undefined);
  const ids = findIds(before, questions.map(withHashes));
  return new Map(questions.map(({ id }, index) => [id, ids[index] ?? id]));
};

/** How many questions are new, changed and gone, compared with what was saved before. */
export type Difference = { added: number; changed: number; gone: number };

const compare = (before: ExamDocument, after: ExamDocument): Difference => {
  const added = [...after.questions.keys()].filter((id) => !before.questions.has(id)).length;
  const gone = [...before.questions.keys()].filter((id) => !after.questions.has(id)).length;
  return { added, gone, changed: changedQuestions(before, after).size - gone };
};

export type SaveFailure = 'full' | 'impossible';

/**
 * Saves an exam of the learner's, in place of one of the same name, whose questions keep their ids. A
 * failure leaves that one as it was.
 */
export const saveOwnExam = async (exam: OwnExam): Promise<Result<Difference, SaveFailure>> => {
  if (!hasCaches()) return failed('impossible');
  const key = ownKey(exam.name);
  return holdLock(key, () => save(key, exam));
};

const save = async (key: ExamKey, exam: OwnExam): Promise<Result<Difference, SaveFailure>> => {
  let before: ExamDocument | undefined;
  try {
    before = await readDocument(key);
    // What can't be read is never overwritten.
    if (!before && (await hasDocument(key))) return failed('impossible');
    const named = exam.questions.map(withHashes);
    const ids = findIds(before, named);
    const questions = named.map((question, index) => ({ ...question, id: ids[index] ?? '' }));
    const images = new Map<string, SavedImage>();
    for (const { id, images: own } of questions) {
      for (const given of own) {
        const image = await readImageFile(given);
        if (!image) continue;
        const address = imageAddress(key.apiUrl, key.providerId, key.examId, id, given.file);
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

const sizeIn = ({ images }: ExamDocument, address: string) => {
  const image = images.get(address);
  return image && { width: image.width, height: image.height };
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
        file: lastSegment(file),
        type: found.headers.get('content-type') ?? '',
        bytes: new Uint8Array(await found.arrayBuffer()),
        size: sizeIn(document, address),
      });
    }
    questions.push({ id, answer, images });
  }
  return { name: detail.name, sitting: detail.sitting, questions, savedAt: checkedAt };
};
