import { listBankFiles, type ReadImage } from '#bank/compile/bank-files.ts';
import type { CompiledBank, CompiledExam, CompiledProvider } from '#bank/compiled-bank.ts';
import type { CaseStudy, LookAlike, Outline, Sitting } from '#contract/wire.ts';
import { createMemoryFiles } from '#server/memory-files.ts';
import { everyKind, manyQuestions, plainQuestion, type TestQuestion } from './test-questions.ts';

type TestQuestions = Record<string, TestQuestion>;
export type TestExam = {
  id: string;
  name: string;
  questions: TestQuestions;
  sitting?: Sitting;
  /** Ids of the questions that are held out of practice. */
  heldOut?: string[];
  outline?: Outline;
  cases?: CaseStudy[];
  lookAlikes?: (LookAlike & { questionIds: string[] })[];
};

/** Exam names that addresses, routers and caches are known to lose; all of provider 'aws'. */
export const awkwardNames = ['100%', 'C# & "x"?', '日本', '50%2F', 'v1.2', 'a b+c'];

/** Of provider 'aws'; every question by what is odd about it, see test-questions.ts. */
const kindsExam: TestExam = { id: 'kinds', name: 'Every Kind', questions: everyKind };

/** Of provider 'aws'; question-01 to question-45, and the option 'right' is right in all. */
const longExam: TestExam = { id: 'long', name: 'A Long Exam', questions: manyQuestions(45) };

const awkwardExams = awkwardNames.map((name, place) => ({
  id: `awkward-${place + 1}`,
  name,
  questions: { plain: plainQuestion(`About ${name}?`), pictured: everyKind['picture-in-stem'] },
}));

/** The only exam of provider 'a/b', which it is named after. */
const slashedExam = {
  id: 'slashed',
  name: 'a/b',
  questions: { 'q/1 50%': everyKind['picture-in-stem'] },
};

/** A bank made by hand; `readTestPicture` knows its pictures. */
export const testBank = (): CompiledBank => ({
  providers: keyed('id', [
    compileProvider('aws', 'Amazon Web Services', [kindsExam, longExam, ...awkwardExams]),
    compileProvider('a/b', 'A or B', [slashedExam]),
    compileProvider('empty', 'Nothing Yet', []),
  ]),
});

/** A bank of nothing but these exams, of provider 'aws'; `readTestPicture` knows its pictures. */
export const bankOf = (...exams: TestExam[]): CompiledBank => ({
  providers: keyed('id', [compileProvider('aws', 'Amazon Web Services', exams)]),
});

const pictures = new Map<string, Uint8Array<ArrayBuffer>>();

/** Gives a picture of the test bank; one that is missing is undefined. */
const readTestPicture: ReadImage = (path) => pictures.get(path);

/** The compiled files of a bank; bytes come from `readImage`. */
export const dataOf = (bank: CompiledBank, readImage = readTestPicture) =>
  createMemoryFiles(listBankFiles(bank, readImage));

function compileProvider(id: string, name: string, exams: TestExam[]): CompiledProvider {
  return {
    id,
    name,
    exams: keyed(
      'name',
      exams.map((exam) => compileExam(id, exam)),
    ),
  };
}

function compileExam(providerId: string, exam: TestExam): CompiledExam {
  const { id, name, questions, sitting, heldOut, outline, cases, lookAlikes } = exam;
  const compiled = Object.entries(questions).map(([questionId, { pictures: files, ...rest }]) => {
    const names = Object.keys(files ?? {});
    const folder = [providerId, id, questionId].map(encodeURIComponent).join('/');
    const paths = new Map(names.map((file) => [file, `memory:/${folder}/${file}`]));
    for (const [file, path] of paths) {
      const bytes = files?.[file];
      if (bytes && bytes !== 'missing') pictures.set(path, bytes);
    }
    const lookAlike = lookAlikes?.find(({ questionIds }) => questionIds.includes(questionId));
    const question = {
      ...{ question: rest.questionParts.join('\n'), ...rest },
      ...(lookAlike && { lookAlike }),
    };
    const images = names.map((file) => [providerId, id, questionId, file].join('/'));
    return [questionId, { answer: { question, images }, imageFiles: paths }] as const;
  });
  const domains = [
    { id: 'd1', name: 'First Domain', weight: 60 },
    { id: 'd2', name: 'Second Domain', weight: 40 },
  ];
  return {
    ...{ id, name, domains, sitting, questions: new Map(compiled) },
    ...(heldOut && { heldOut: new Set(heldOut) }),
    ...(outline && { outline }),
    ...(cases && { cases }),
    ...(lookAlikes && { lookAlikes: lookAlikes.length }),
  };
}

const keyed = <Key extends string, Item extends Record<Key, string>>(key: Key, items: Item[]) =>
  new Map(items.map((item): [string, Item] => [item[key], item]));
