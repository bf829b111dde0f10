import type { Question, QuestionAnswer } from '#contract/wire.ts';
import { seededRandom, shuffle } from '#primitives/shuffle.ts';
import { endingOf, readImageSize } from '../image/image-format.ts';
import {
  answersOf,
  type Metadata,
  type OptionSource,
  type PromptSource,
  type QuestionBody,
} from '../parse/question-source.ts';

/** A question to compile. Without `shuffle`, its options may stand in any order. */
type Compilable = Pick<QuestionBody, 'stem' | 'options' | 'prompts' | 'explanation'> &
  Pick<Metadata, 'kind' | 'domain' | 'case' | 'shuffle'> & {
    id: string;
    images: readonly { file: string; alt: string }[];
    references?: Question['references'];
  };

/** The options as a learner sees them. */
export const orderOptions = ({
  id,
  options,
  shuffle: isFree = true,
}: Pick<Compilable, 'id' | 'options' | 'shuffle'>): OptionSource[] =>
  isFree ? shuffle(options, seededRandom(id)) : options;

/** Why an option is right or wrong: what a match uses is explained with its prompts. */
const noteOf = ({ text, rationale }: OptionSource, prompts: readonly PromptSource[]) =>
  rationale ||
  prompts
    .filter(({ answer }) => answer === text)
    .map((prompt) => prompt.rationale)
    .join(' ');

/** An image of a question: the name under which it is served, and its own. */
type ServedImage = { served: string; file: string };

/** `readImage` gives the bytes of a file that the question names; undefined if it can't be read. */
export const compileQuestion = (
  source: Compilable,
  exam: { id: string; providerId: string },
  readImage: (file: string) => Uint8Array | undefined,
): { answer: QuestionAnswer; images: ServedImage[] } => {
  const options = orderOptions(source);
  const { prompts = [] } = source;
  const question: Question = {
    question: source.stem.join('\n'),
    questionParts: source.stem,
    options: options.map((option) => option.text),
    answers: answersOf({ options, prompts }),
    explanation: source.explanation,
    optionNotes: options.map((option) => noteOf(option, prompts)),
    references: source.references,
    domain: source.domain,
    ...(source.kind && { kind: source.kind }),
    ...(prompts.length > 0 && {
      prompts: prompts.map(({ text }) => text),
      promptNotes: prompts.map(({ rationale }) => rationale),
    }),
    ...(source.case && { caseId: source.case }),
    ...(source.shuffle === false && { shuffle: false }),
  };
  if (source.images.length === 0) return { answer: { question, images: [] }, images: [] };

  const named = source.images.map(({ file, alt }, index) => ({
    name: `img-${index + 1}`,
    served: `img-${index + 1}.${endingOf(file)}`,
    file,
    alt,
  }));
  question.imageAlts = Object.fromEntries(named.map(({ name, alt }) => [name, alt]));
  question.imageSizes = {};
  for (const { name, file } of named) {
    const bytes = readImage(file);
    const size = bytes && readImageSize(file, bytes);
    if (size) question.imageSizes[name] = size;
  }
  const images = named.map(({ served }) => `${exam.providerId}/${exam.id}/${source.id}/${served}`);
  return { answer: { question, images }, images: named };
};
