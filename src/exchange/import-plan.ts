import { stemText } from '#bank/parse/question-source.ts';
import { isQuestionId } from '#bank/validate/question.ts';
import { type Item, type Reading, titleOf } from './item.ts';
import { normalizeItem } from './normalize-item.ts';
import type { StoredQuestion } from './outgoing.ts';
import { contentIdOf, identify, shorten, slugOf } from './question-identity.ts';
import type { FindImage } from './source-images.ts';

/** What was read from a file, and where its images are. */
export type Source = { file: string; reading: Reading; find: FindImage };

type ImportRequest = {
  sources: readonly Source[];
  /** The bank's exam as it is; a learner's question is the same in any, and its id says what it is. */
  exam?: {
    questions: readonly StoredQuestion[];
    /** Names of files that are taken, in lower case. */
    names: ReadonlySet<string>;
    domains: readonly { id: string; name: string }[];
  };
};

/** A question that is new to the exam, and the file it is from. */
export type Planned = StoredQuestion & { file: string };

const noExam: NonNullable<ImportRequest['exam']> = {
  questions: [],
  names: new Set(),
  domains: [],
};

/** Decides what to do with each item. Writes nothing. */
export const planImport = ({ sources, exam = noExam }: ImportRequest) => {
  const plan = {
    questions: [] as Planned[],
    /** In the order of the sources and of their items. */
    rejected: [] as { place: string; title: string; reason: string }[],
    notes: [] as string[],
  };
  const known = new Map(exam.questions.map((one) => [identify(one), `${one.id}.md`]));
  // So is the id of a leftover image.
  const taken = new Set(
    Array.from(exam.names, (name) => name.replace(/(?:\.img-\d+)?\.[^.]*$/, '')),
  );
  /** Sources name a domain by its id or its name. */
  const findDomain = (text: string | undefined) => {
    const wanted = text?.trim().toLowerCase();
    const isWanted = (name: string) => name.toLowerCase() === wanted;
    return exam.domains.find(({ id, name }) => isWanted(id) || isWanted(name))?.id ?? text;
  };
  const chooseId = (given: string | undefined, stem: string, key: string) => {
    if (exam === noExam) return contentIdOf(stem, key);
    if (given !== undefined && isQuestionId(given) && !taken.has(given)) return given;
    const slug = slugOf(stem, key);
    return taken.has(slug) ? `${slug}-${shorten(key)}` : slug;
  };
  /** Ids of the current source that could not stay. */
  const renamed: string[] = [];
  /** Returns why an item is rejected. */
  const planItem = (item: Item, place: string, { file, find }: Source) => {
    const normalized = normalizeItem({ ...item, domain: findDomain(item.domain) }, find);
    if (!normalized.ok) return normalized.failure;
    const { question, notes } = normalized.value;
    const key = identify(question);
    const twin = known.get(key);
    if (twin !== undefined) return `is the same as ${twin}`;
    known.set(key, place);
    const id = chooseId(item.id, stemText(question), key);
    plan.notes.push(...notes.map((note) => `${file}: note: ${note}`));
    if (exam !== noExam && item.id !== undefined && item.id !== id) {
      renamed.push(
        `"${titleOf(item.id)}" of "${titleOf(item.stem)}" is taken or invalid, so it is ${id}`,
      );
    }
    taken.add(id);
    plan.questions.push({ ...question, id, file });
    return undefined;
  };
  for (const source of sources) {
    const { file, reading } = source;
    plan.notes.push(...reading.notes.map((note) => `${file}: note: ${note}`));
    for (const { place, title, item } of reading.entries) {
      const at = file + place;
      const reason = item.ok ? planItem(item.value, at, source) : item.failure;
      if (reason === undefined) continue;
      plan.rejected.push({ place: at, title, reason });
    }
    const [first, ...more] = renamed.splice(0);
    const others = more.length > 0 ? `; so are ${more.length} more` : '';
    if (first !== undefined) plan.notes.push(`${file}: note: the id ${first}${others}`);
  }
  return plan;
};
