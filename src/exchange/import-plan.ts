import { printQuestion } from '#bank/parse/question-print.ts';
import { stemText } from '#bank/parse/question-source.ts';
import { isQuestionId } from '#bank/validate/question.ts';
import { readExamFolder, readImagesOf } from './exam-folder.ts';
import { type FindImage, openImages } from './image-files.ts';
import { type Reading, type RejectedItem, titleOf } from './item.ts';
import { type NormalizedItem, normalizeItem } from './normalize-item.ts';
import { keyOf, shorten, slugOf } from './question-identity.ts';
import type { NewFile } from './write-together.ts';

/** What was read from a file, which the images lie beside. */
export type Source = { file: string; reading: Reading };

type ImportRequest = {
  sources: readonly Source[];
  /** The exam's `questions` folder. */
  folder: string;
  domains: readonly { id: string; name: string }[];
};

/** The files of a question: its images, then the question itself. */
const printFiles = ({ question, images }: NormalizedItem, id: string): NewFile[] => {
  const files = images.map(({ bytes, ending }, index) => ({
    name: `${id}.img-${index + 1}.${ending}`,
    content: bytes,
  }));
  const named = question.images.map(({ alt }, index) => ({ alt, file: files[index]?.name ?? '' }));
  return [...files, { name: `${id}.md`, content: printQuestion({ ...question, images: named }) }];
};

/** Decides what to do with each item. Writes nothing. */
export const planImport = ({ sources, folder, domains }: ImportRequest) => {
  const { questions, diagnostics, names } = readExamFolder(folder);
  const plan = {
    questions: [] as NewFile[][],
    /** In the order of the sources and of their items. */
    rejected: [] as RejectedItem[],
    notes: diagnostics.map(
      ({ file, line, message }) => `${file}:${line} cannot be compared with: ${message}`,
    ),
  };
  const known = new Map(
    questions.map((one) => [keyOf(one, readImagesOf(folder, one)), `${one.id}.md`]),
  );
  // The id of a leftover image is taken, too.
  const taken = new Set([...names].map((name) => name.replace(/(?:\.img-\d+)?\.[^.]*$/, '')));
  /** Sources name a domain by its id or its name. */
  const findDomain = (text: string | undefined) => {
    const wanted = text?.trim().toLowerCase();
    const isWanted = (name: string) => name.toLowerCase() === wanted;
    return domains.find(({ id, name }) => isWanted(id) || isWanted(name))?.id ?? text;
  };
  const chooseId = (given: string | undefined, slug: string, key: string) => {
    if (given !== undefined && isQuestionId(given) && !taken.has(given)) return given;
    return taken.has(slug) ? `${slug}-${shorten(key)}` : slug;
  };
  const planItem = (item: Reading['items'][number], file: string, find: FindImage) => {
    const { title } = item;
    const normalized = normalizeItem({ ...item, domain: findDomain(item.domain) }, find);
    if (!normalized.ok) return normalized.failure;
    const { question, images, notes } = normalized.value;
    const key = keyOf(
      question,
      images.map(({ bytes }) => bytes),
    );
    const twin = known.get(key);
    if (twin !== undefined) return `is the same as ${twin}`;
    known.set(key, `${file}${item.place}`);
    const id = chooseId(item.id, slugOf(stemText(question), key), key);
    plan.notes.push(...notes.map((note) => `${file}: note: ${note}`));
    if (item.id !== undefined && item.id !== id) {
      const reason = `the id "${titleOf(item.id)}" of "${title}" is taken or invalid, so it is ${id}`;
      plan.notes.push(`${file}: note: ${reason}`);
    }
    taken.add(id);
    plan.questions.push(printFiles(normalized.value, id));
    return undefined;
  };
  for (const { file, reading } of sources) {
    const find = openImages(file);
    plan.notes.push(...reading.notes.map((note) => `${file}: note: ${note}`));
    const rejected = reading.items.flatMap((item) => {
      const reason = planItem(item, file, find);
      return reason === undefined ? [] : [{ ...item, reason }];
    });
    const all = [...reading.rejected, ...rejected].sort((left, right) => left.order - right.order);
    for (const { place, ...rest } of all) plan.rejected.push({ ...rest, place: file + place });
  }
  return plan;
};
