import { proseOf } from '#bank/parse/question-source.ts';
import { findStatedCounts, isQuestionId } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { type FindImage, openImages } from './image-source.ts';
import { type Item, type Reading, type RejectedItem, titleOf, wordsIn } from './item.ts';
import { type NormalizedItem, normalizeItem, printNormalized } from './normalize-item.ts';
import { issueIds, keyOf, rightOf, slugOf } from './question-identity.ts';
import { readExamFolder, readImagesOf } from './stored-exam.ts';

export type ImportRequest = {
  reading: Reading;
  /** The file that the images lie beside. */
  sourceFile: string;
  /** The exam's `questions` folder. */
  folder: string;
  domains: readonly { id: string; name: string }[];
};

/** The files of a question: images, then the question itself. */
type NewQuestion = { id: string; files: { name: string; content: string | Buffer }[] };

export type Missing =
  | 'explanation'
  | 'rationale'
  | 'reference'
  | 'reviewed'
  | 'domain'
  | 'alternative text'
  | 'count';

export type ImportPlan = {
  questions: NewQuestion[];
  rejected: RejectedItem[];
  /** Notes about imported items, and about the whole import. */
  notes: (string | { place: Item['place']; title: string; note: string })[];
  /** How many imported questions lack a part that the linter requires. */
  missing: Map<Missing, number>;
};

type Known = { name: string; right: string };

const readKnown = (folder: string) => {
  const { questions, diagnostics, names } = readExamFolder(folder);
  const known = new Map<string, Known>();
  for (const question of questions) {
    const images = readImagesOf(folder, question).map((bytes) => bytes ?? Buffer.alloc(0));
    const plain = { stem: question.stem.join('\n'), options: question.options };
    known.set(keyOf(plain, images), { name: `${question.id}.md`, right: rightOf(plain) });
  }
  // The id of a leftover image is taken, too.
  const taken = [...names].map((name) => name.replace(/(?:\.img-\d+)?\.[^.]*$/, ''));
  return { known, diagnostics, taken };
};

const findMissing = ({ question, images, matter }: NormalizedItem): Missing[] => {
  const right = question.options.filter((option) => option.right).length;
  const checks: [Missing, boolean][] = [
    ['explanation', question.explanation === ''],
    ['rationale', question.options.some((option) => option.rationale === '')],
    ['reference', (matter.references ?? []).length === 0],
    ['reviewed', matter.reviewed === undefined],
    ['domain', matter.domain === undefined],
    ['alternative text', images.some((image) => image.alt === '')],
    ['count', right > 1 && findStatedCounts(proseOf(question.stem)).length === 0],
  ];
  return checks.flatMap(([missing, isMissing]) => (isMissing ? [missing] : []));
};

const print = (normalized: NormalizedItem, id: string): NewQuestion => {
  const named = normalized.images.map(({ alt, ending, bytes }, index) => ({
    alt,
    bytes,
    file: `${id}.img-${index + 1}.${ending}`,
  }));
  return {
    id,
    files: [
      ...named.map(({ file, bytes }) => ({ name: file, content: bytes })),
      { name: `${id}.md`, content: printNormalized(normalized, named) },
    ],
  };
};

/** Sources name a domain by its id or its name. */
const domainFinder = (domains: ImportRequest['domains']) => {
  const ids = new Map(domains.map(({ id, name }) => [name.toLowerCase(), id]));
  for (const { id } of domains) ids.set(id.toLowerCase(), id);
  return (domain: string | undefined) =>
    domain === undefined ? undefined : (ids.get(domain.trim().toLowerCase()) ?? domain);
};

const describeTwin = ({ name, right }: Known, own: string) =>
  right === own
    ? `is the same as ${name}`
    : `is the same as ${name}, but for which options are right`;

const nameOf = ({ place }: Item) =>
  'line' in place ? `line ${place.line}` : `item ${place.number}`;

/** Decides what to do with each item. Writes nothing. */
export const planImport = ({ reading, sourceFile, folder, domains }: ImportRequest): ImportPlan => {
  const { known, diagnostics, taken } = readKnown(folder);
  const ids = issueIds(taken);
  const findDomain = domainFinder(domains);
  const find: FindImage = openImages(sourceFile);
  const plan: ImportPlan = {
    questions: [],
    rejected: [...reading.rejected],
    notes: [...reading.notes],
    missing: new Map(),
  };
  for (const { file, line, message } of diagnostics) {
    plan.notes.push(`${file}:${line} cannot be compared with: ${message}`);
  }
  const take = (item: Item): Result<null, Omit<RejectedItem, 'place' | 'title'>> => {
    const normalized = normalizeItem({ ...item, domain: findDomain(item.domain) }, find);
    if (!normalized.ok) return failed({ reason: normalized.failure });
    const { question, images } = normalized.value;
    const key = keyOf(
      question,
      images.map((image) => image.bytes),
    );
    const right = rightOf(question);
    const twin = known.get(key);
    if (twin) return failed({ reason: describeTwin(twin, right), isDuplicate: true });
    known.set(key, { name: nameOf(item), right });

    const given = item.id?.trim();
    const own = given !== undefined && isQuestionId(given) && ids.isFree(given);
    const id = own ? given : ids.find(slugOf(wordsIn(item.stem), key), key);
    ids.take(id);
    const note = (text: string) =>
      plan.notes.push({ place: item.place, title: titleOf(wordsIn(item.stem)), note: text });
    if (given !== undefined && !own) {
      const rationale = isQuestionId(given)
        ? 'taken'
        : 'not of lower-case letters, digits and hyphens';
      note(`its id "${titleOf(given)}" is ${rationale}, so it is ${id}`);
    }
    for (const text of item.notes ?? []) note(text);
    for (const missing of findMissing(normalized.value)) {
      plan.missing.set(missing, (plan.missing.get(missing) ?? 0) + 1);
    }
    plan.questions.push(print(normalized.value, id));
    return success(null);
  };
  for (const item of reading.items) {
    const taking = take(item);
    if (!taking.ok) {
      const title = titleOf(wordsIn(item.stem));
      plan.rejected.push({ place: item.place, title, ...taking.failure });
    }
  }
  return plan;
};
