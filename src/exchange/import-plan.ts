import { printQuestion } from '#bank/parse/question-print.ts';
import { stemText } from '#bank/parse/question-source.ts';
import { isQuestionId } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { readExamFolder, readImagesOf } from './exam-folder.ts';
import { openImages } from './image-files.ts';
import { type Item, type Place, type Reading, type RejectedItem, titleOf } from './item.ts';
import { type NormalizedItem, normalizeItem } from './normalize-item.ts';
import { findFreeId, keyOf, rightOf, slugOf } from './question-identity.ts';
import type { NewFile } from './write-together.ts';

export type ImportRequest = {
  reading: Reading;
  /** The file that the images lie beside. */
  sourceFile: string;
  /** The exam's `questions` folder. */
  folder: string;
  domains: readonly { id: string; name: string }[];
};

export type ImportPlan = {
  /** The files of each question: its images, then the question itself. */
  questions: NewFile[][];
  rejected: RejectedItem[];
  /** Notes about imported items, and about the whole import. */
  notes: (string | { place: Place; title: string; note: string })[];
};

type Known = { name: string; right: string };

const readKnown = (folder: string) => {
  const { questions, diagnostics, names } = readExamFolder(folder);
  const known = new Map<string, Known>();
  for (const question of questions) {
    const images = readImagesOf(folder, question).map((bytes) => bytes ?? Buffer.alloc(0));
    known.set(keyOf(question, images), { name: `${question.id}.md`, right: rightOf(question) });
  }
  // The id of a leftover image is taken, too.
  const taken = new Set([...names].map((name) => name.replace(/(?:\.img-\d+)?\.[^.]*$/, '')));
  return { known, diagnostics, taken };
};

const printFiles = ({ question, images }: NormalizedItem, id: string): NewFile[] => {
  const files = images.map(({ bytes, ending }, index) => ({
    name: `${id}.img-${index + 1}.${ending}`,
    content: bytes,
  }));
  const named = files.map(({ name }, index) => ({
    alt: question.images[index]?.alt ?? '',
    file: name,
  }));
  return [...files, { name: `${id}.md`, content: printQuestion({ ...question, images: named }) }];
};

/** Sources name a domain by its id or its name. */
const domainFinder = (domains: ImportRequest['domains']) => {
  const ids = new Map(domains.map(({ id, name }) => [name.toLowerCase(), id]));
  for (const { id } of domains) ids.set(id.toLowerCase(), id);
  return (domain: string | undefined) => ids.get(domain?.trim().toLowerCase() ?? '') ?? domain;
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
  const findDomain = domainFinder(domains);
  const find = openImages(sourceFile);
  const plan: ImportPlan = {
    questions: [],
    rejected: [...reading.rejected],
    notes: [...reading.notes],
  };
  for (const { file, line, message } of diagnostics) {
    plan.notes.push(`${file}:${line} cannot be compared with: ${message}`);
  }
  const chooseId = (item: Item, stem: string, key: string, note: (text: string) => void) => {
    const given = item.id?.trim();
    if (given !== undefined && isQuestionId(given) && !taken.has(given)) return given;
    const id = findFreeId(slugOf(stem, key), key, (other) => taken.has(other));
    if (given !== undefined) {
      const reason = isQuestionId(given)
        ? 'taken'
        : 'not of lower-case letters, digits and hyphens';
      note(`its id "${titleOf(given)}" is ${reason}, so it is ${id}`);
    }
    return id;
  };
  const accept = (item: Item): Result<null, Omit<RejectedItem, 'place' | 'title'>> => {
    const normalized = normalizeItem({ ...item, domain: findDomain(item.domain) }, find);
    if (!normalized.ok) return failed({ reason: normalized.failure });
    const { question, images } = normalized.value;
    const bytes = images.map((image) => image.bytes);
    const key = keyOf(question, bytes);
    const right = rightOf(question);
    const twin = known.get(key);
    if (twin) return failed({ reason: describeTwin(twin, right), isDuplicate: true });
    known.set(key, { name: nameOf(item), right });

    const note = (text: string) =>
      plan.notes.push({ place: item.place, title: titleOf(item.stem), note: text });
    const id = chooseId(item, stemText(question), key, note);
    taken.add(id);
    for (const text of item.notes ?? []) note(text);
    plan.questions.push(printFiles(normalized.value, id));
    return success(null);
  };
  for (const item of reading.items) {
    const accepted = accept(item);
    if (!accepted.ok) {
      plan.rejected.push({ place: item.place, title: titleOf(item.stem), ...accepted.failure });
    }
  }
  return plan;
};
