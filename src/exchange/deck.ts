import { compileQuestion } from '#bank/compile/compile-question.ts';
import { endingOf, imageTypeOf } from '#bank/image/image-format.ts';
import { kinds } from '#bank/parse/option-line.ts';
import { OWN_PROVIDER, type OwnQuestion } from '#contract/own.ts';
import { textParts } from '#wording/question-text.ts';
import { type GivenFile, pack } from './archive.ts';
import { type Asked, describeUnfit, type ReadContext } from './formats/format.ts';
import { targetFormats } from './formats/formats.ts';
import type { TargetName } from './formats/registry.ts';
import { type Planned, planImport } from './import-plan.ts';
import { type Outgoing, type StoredQuestion, toOutgoing } from './outgoing.ts';
import { openSources } from './sources.ts';

/** What was left out: where it stands, its first words, '' for a whole file, and why. */
export type LeftOut = { place: string; title: string; reason: string };

export type DeckRead = {
  questions: OwnQuestion[];
  /** The given file that each question is from, an archive of others as well. */
  files: string[];
  /** Whole files, then questions in their order. */
  leftOut: LeftOut[];
  notes: string[];
  /** What must be told before a file can be read. */
  asked?: Asked | undefined;
};

const isHttps = (url: string | undefined): url is string =>
  url !== undefined && /^https:/i.test(url) && URL.canParse(url);

/** The options keep the order of the file, whose explanations may name them by their letters. */
const compile = ({ id, pictures, ...question }: Planned): OwnQuestion => {
  const files = question.images.map(({ file }, index) => ({
    file,
    type: imageTypeOf(file) ?? '',
    bytes: Uint8Array.from(pictures[index] ?? []),
  }));
  const references = question.references?.flatMap(({ title, url }) =>
    isHttps(url) ? [{ title: title ?? url, url }] : [],
  );
  const { answer } = compileQuestion(
    { ...question, id, references, shuffle: false },
    { id: 'own', providerId: OWN_PROVIDER },
    (name) => files.find(({ file }) => file === name)?.bytes,
  );
  const { shuffle: _, ...free } = answer.question;
  const compiled = question.shuffle === false ? answer.question : free;
  return { id, answer: { ...answer, question: compiled }, images: files };
};

/** The given file that a source is, or is packed in. */
const nameIn = (files: readonly GivenFile[], source: string) =>
  files.find(({ name }) => source === name || source.startsWith(`${name}/`))?.name ?? source;

/** An own exam keeps what a reference leads to; what names a source alone is told to be left out. */
const noteReferences = (questions: readonly Planned[]): string[] => {
  const counts = new Map<string, number>();
  for (const { file, references } of questions) {
    const lost = references?.filter(({ url }) => !isHttps(url)).length ?? 0;
    if (lost > 0) counts.set(file, (counts.get(file) ?? 0) + lost);
  }
  return Array.from(
    counts,
    ([file, count]) =>
      `${file}: note: references without an https address are left out (${count} of them)`,
  );
};

/** Reads the learner's files into questions. */
export const readDeck = (files: readonly GivenFile[], told: ReadContext): DeckRead => {
  const { sources, refused } = openSources(files, told);
  const plan = planImport({ sources });
  return {
    questions: plan.questions.map(compile),
    files: plan.questions.map(({ file }) => nameIn(files, file)),
    leftOut: [
      ...refused
        .filter(({ failure }) => !failure.asked)
        .map(({ name, failure }) => ({
          place: `${name}:${failure.line}`,
          title: '',
          reason: failure.message,
        })),
      ...plan.rejected,
    ],
    notes: [...plan.notes, ...noteReferences(plan.questions)],
    asked: refused.find(({ failure }) => failure.asked)?.failure.asked,
  };
};

const toStored = ({ id, answer: { question }, images }: OwnQuestion): StoredQuestion => {
  const { options, answers, optionNotes = [], explanation = '', imageAlts = {} } = question;
  const { prompts, promptNotes = [] } = question;
  const kind = kinds.find((one) => one === question.kind);
  const listed = options.map((text, index) => ({
    text,
    right: answers.includes(text),
    rationale: optionNotes[index] ?? '',
    line: 1,
    ...(kind === 'order' && answers.includes(text) && { step: answers.indexOf(text) + 1 }),
  }));
  return {
    id,
    stem: textParts(question),
    stemLine: 1,
    kind,
    options:
      kind === 'order'
        ? listed.toSorted((a, b) => (a.step ?? Infinity) - (b.step ?? Infinity))
        : listed,
    prompts: prompts?.map((text, index) => ({
      text,
      answer: answers[index] ?? '',
      rationale: promptNotes[index] ?? '',
      line: 1,
    })),
    explanation,
    explanationLine: 1,
    images: images.map(({ file }, index) => ({
      file: `${id}.img-${index + 1}.${endingOf(file)}`,
      alt: imageAlts[`img-${index + 1}`] ?? '',
      line: 1,
    })),
    pictures: images.map(({ bytes }) => bytes),
    references: question.references,
    domain: question.domain,
    shuffle: question.shuffle,
  };
};

export type DeckPrinted = ReturnType<typeof printDeck>;

/** Prints an exam of the learner's in another format, its pictures within it. */
export const printDeck = (name: string, questions: readonly OwnQuestion[], to: TargetName) => {
  const format = targetFormats[to];
  const leftOut: string[] = [];
  const outgoing: Outgoing[] = [];
  for (const question of questions) {
    const one = toOutgoing(toStored(question), !format.pack);
    const reason = one.ok ? describeUnfit(format, one.value) : one.failure;
    if (one.ok && reason === undefined) outgoing.push(one.value);
    else leftOut.push(`${question.id}: ${reason}`);
  }
  const exam = { place: name, name, questions: outgoing };
  const file = format.pack ? Uint8Array.from(pack(format.pack(exam))) : format.print(exam);
  return { file, count: outgoing.length, leftOut, loss: format.loss };
};
