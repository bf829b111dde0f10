import { compileQuestion } from '#bank/compile/compile-question.ts';
import { imageTypeOf } from '#bank/image/image-format.ts';
import { OWN_PROVIDER, type OwnQuestion } from '#contract/own.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { hashText } from '#contract/shuffle.ts';
import type { ReadFailure } from './formats/format.ts';
import {
  endingOfSource,
  readSource,
  sourceFormats,
  type TargetName,
  targetFormats,
} from './formats/formats.ts';
import { type Planned, planImport, type Source } from './import-plan.ts';
import { type Outgoing, type StoredQuestion, toOutgoing } from './outgoing.ts';
import { decodeAddress, openImages, type ReadNeighbor } from './source-images.ts';

/** A file that the learner chose. */
export type GivenFile = { name: string; bytes: Uint8Array };

/** What is told of one table, and what is not yet known of it. */
type AskedColumn = NonNullable<ReadFailure['column']>;

export type DeckRead = {
  questions: OwnQuestion[];
  /** In the order of the files: what was left out, where and why. */
  rejected: string[];
  notes: string[];
  /** Why a whole file could not be read. */
  refused: string[];
  /** The column that has to be told before a table can be read. */
  asked?: AskedColumn | undefined;
};

/** Not for secrets: tells questions apart. */
const digest = (content: string | Uint8Array) => {
  const text = typeof content === 'string' ? content : content.join();
  return ['a', 'b', 'c', 'd']
    .map((salt) =>
      hashText(salt + text)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
};

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** Finds pictures among the files, by their names without folders. */
const openGiven = (files: readonly GivenFile[]): ReadNeighbor => {
  const byName = new Map(files.map((file) => [lastPart(file.name), file]));
  return (address) => {
    const path = decodeAddress(address.replace(/[?#].*$/s, ''));
    const file = byName.get(lastPart(path)) ?? byName.get(lastPart(address));
    return file && { name: file.name, bytes: success(file.bytes) };
  };
};

const isHttps = (url: string | undefined): url is string =>
  url !== undefined && /^https:/i.test(url) && URL.canParse(url);

const compile = ({ id, question, images }: Planned): OwnQuestion => {
  const files = images.map(({ ending, bytes }, index) => ({
    file: `img-${index + 1}.${ending}`,
    type: imageTypeOf(`.${ending}`) ?? '',
    bytes: Uint8Array.from(bytes),
  }));
  const references = question.references?.flatMap(({ title, url }) =>
    isHttps(url) ? [{ title: title ?? url, url }] : [],
  );
  const named = question.images.map(({ alt }, index) => ({ alt, file: files[index]?.file ?? '' }));
  const { answer } = compileQuestion(
    { ...question, id, references, images: named },
    { id: 'own', providerId: OWN_PROVIDER },
    (name) => files.find(({ file }) => file === name)?.bytes,
  );
  return { id, answer, images: files };
};

/** What to say of a file that no reader takes. */
const unknownText = `is none of the known kinds: ${Object.keys(sourceFormats).join(', ')}, txt`;

/** Reads files into questions. Pictures among them are found by the others. */
export const readDeck = (
  files: readonly GivenFile[],
  columns: Readonly<Record<string, string>>,
): DeckRead => {
  const find = openImages(openGiven(files));
  const sources: Source[] = [];
  const refused: string[] = [];
  let asked: AskedColumn | undefined;
  for (const { name, bytes } of files) {
    if (imageTypeOf(name.toLowerCase()) !== undefined) continue;
    const ending = endingOfSource(name);
    const read: Result<Source['reading'], ReadFailure & { shape?: string }> = (() => {
      if (!ending) return failed({ line: 1, message: unknownText });
      const source = readSource({ name: lastPart(name), bytes }, ending, { columns });
      if (!source.ok) return source;
      const { format, reading } = source.value;
      const isEmpty = reading.items.length + reading.rejected.length === 0;
      const message = `There are no questions in it: it was searched for ${format.shape}.`;
      return isEmpty ? failed({ line: 1, message }) : success(reading);
    })();
    if (read.ok) sources.push({ file: name, reading: read.value, find });
    else if (read.failure.column) asked ??= read.failure.column;
    else refused.push(`${name}:${read.failure.line}: ${read.failure.message}`);
  }
  const exam = { questions: [], names: new Set<string>(), domains: [] };
  const plan = planImport({ sources, exam, digest });
  return {
    questions: plan.questions.map(compile),
    rejected: plan.rejected.map(
      ({ place, title, reason }) => `${place}: ${title && `“${title}” `}${reason}`,
    ),
    notes: plan.notes,
    refused,
    asked,
  };
};

const toStored = ({ id, answer: { question }, images }: OwnQuestion): StoredQuestion => {
  const {
    questionParts,
    options,
    answers,
    optionNotes = [],
    explanation = '',
    imageAlts = {},
  } = question;
  return {
    id,
    stem: questionParts,
    stemLine: 1,
    options: options.map((text, index) => ({
      text,
      right: answers.includes(text),
      rationale: optionNotes[index] ?? '',
      line: 1,
    })),
    explanation,
    explanationLine: 1,
    images: images.map(({ file }, index) => ({
      file: `${id}.${file}`,
      alt: imageAlts[`img-${index + 1}`] ?? '',
      line: 1,
    })),
    pictures: images.map(({ bytes }) => bytes),
    references: question.references,
    domain: question.domain,
    shuffle: question.shuffle,
  };
};

export type DeckPrinted = {
  text: string;
  count: number;
  leftOut: string[];
  loss?: string | undefined;
};

/** Prints an exam of the learner's in another format, its pictures within the text. */
export const printDeck = (
  name: string,
  questions: readonly OwnQuestion[],
  to: TargetName,
): DeckPrinted => {
  const format = targetFormats[to];
  const leftOut: string[] = [];
  const outgoing: Outgoing[] = [];
  for (const question of questions) {
    const one = toOutgoing(toStored(question), true);
    const reason = one.ok ? format.findUnfit?.(one.value) : one.failure;
    if (one.ok && reason === undefined) outgoing.push(one.value);
    else leftOut.push(`${question.id}: ${reason}`);
  }
  const text = format.print({ place: name, name, questions: outgoing });
  return { text, count: outgoing.length, leftOut, loss: format.loss };
};
