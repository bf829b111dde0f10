import { readFileSync } from 'node:fs';
import * as dataFiles from '#contract/data-files.ts';
import type {
  BundledImage,
  ExamBundle,
  ExamDetail,
  ExamsAnswer,
  ProvidersAnswer,
} from '#contract/wire.ts';
import type { CompiledBank, CompiledExam, CompiledProvider } from '../compiled-bank.ts';
import { imageTypeOf } from '../image/image-format.ts';

export type BankFile = { path: string; content: Uint8Array<ArrayBuffer> };

/** Returns an image's bytes by its path in the bank; undefined when the file is gone. */
export type ReadImage = (path: string) => Uint8Array<ArrayBuffer> | undefined;

/** Reads an image from disk. A file that was removed since the bank was checked is left out. */
export const readImage: ReadImage = (path) => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Larger images are cheaper to download, and to resume, one by one. */
const LARGEST_BUNDLED = 50_000;

const encoder = new TextEncoder();
const toFile = (path: string, answer: unknown): BankFile => ({
  path,
  content: encoder.encode(JSON.stringify(answer)),
});

const countOpen = ({ questions, heldOut }: CompiledExam) => questions.size - (heldOut?.size ?? 0);

/**
 * The files of a compiled bank, one at a time, each list after the files that it names. An empty
 * list has no file.
 */
export function* listBankFiles({ providers }: CompiledBank, readImage: ReadImage) {
  const answer: ProvidersAnswer = {
    providerData: [...providers.values()].map(({ id, name, exams }) => ({
      id,
      name,
      examCount: exams.size,
      questionCount: [...exams.values()].reduce((sum, exam) => sum + countOpen(exam), 0),
    })),
  };
  for (const provider of providers.values()) yield* listProviderFiles(provider, readImage);
  yield toFile(dataFiles.providers, answer);
}

function* listProviderFiles({ id, exams }: CompiledProvider, readImage: ReadImage) {
  if (exams.size === 0) return;
  const all = [...exams.values()];
  const answer: ExamsAnswer = {
    exams: all.map((exam) => ({ name: exam.name, questionCount: countOpen(exam) })),
  };
  for (const exam of all) if (exam.questions.size > 0) yield* listExamFiles(id, exam, readImage);
  yield toFile(dataFiles.exams(id), answer);
}

function* listExamFiles(providerId: string, exam: CompiledExam, readImage: ReadImage) {
  const { id, name, domains, tasks = [], outline, sitting, forms, questions } = exam;
  const { cases = [], lookAlikes = 0, heldOut = new Set() } = exam;
  const list = (isHeldOut: boolean) => {
    const listed = [...questions].filter(([questionId]) => heldOut.has(questionId) === isHeldOut);
    return {
      questionIds: listed.map(([questionId]) => questionId),
      questionDomains: listed.map(([, { answer }]) => answer.question.domain ?? ''),
      questionTasks: listed.map(([, { task = '' }]) => task),
    };
  };
  const { questionIds, questionDomains, questionTasks } = list(false);
  const detail: ExamDetail = {
    id,
    name,
    questionIds,
    ...(domains.length > 0 && { domains, questionDomains }),
    ...(tasks.length > 0 && { tasks, questionTasks }),
    ...(outline && { outline }),
    ...(sitting && { sitting }),
    ...(cases.length > 0 && { cases }),
    ...(lookAlikes > 0 && { lookAlikes }),
    ...(forms && { forms }),
    ...(heldOut.size > 0 && { heldOut: list(true) }),
  };
  const images: BundledImage[] = [];
  for (const [questionId, { answer, imageFiles }] of questions) {
    yield toFile(dataFiles.question(providerId, name, questionId), answer);
    for (const [file, path] of imageFiles) {
      const content = readImage(path);
      if (!content) continue;
      yield { path: dataFiles.image(providerId, name, questionId, file), content };
      const image = {
        questionId,
        file,
        type: imageTypeOf(file) ?? 'application/octet-stream',
        bytes: content.byteLength,
      };
      const isSmall = content.byteLength <= LARGEST_BUNDLED;
      images.push(isSmall ? { ...image, data: Buffer.from(content).toString('base64') } : image);
    }
  }
  const bundle: ExamBundle = {
    exam: detail,
    questions: [...questions].map(([id, { answer }]) => ({ id, answer })),
    images,
  };
  yield toFile(dataFiles.bundle(providerId, name), bundle);
  yield toFile(dataFiles.exam(providerId, name), detail);
}
