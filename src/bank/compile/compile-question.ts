import { seededRandom, shuffle } from '#contract/shuffle.ts';
import type { Question } from '#contract/wire.ts';
import type { CompiledQuestion } from '../compiled-bank.ts';
import { endingOf, readImageSize } from '../image/image-format.ts';
import { sizeLimits } from '../parse/decode-text.ts';
import type { OptionSource, QuestionSource } from '../parse/question-source.ts';
import { readBytes } from '../parse/text-file.ts';

/** The options as a learner sees them. */
export const orderOptions = (question: QuestionSource): OptionSource[] =>
  question.shuffle ? shuffle(question.options, seededRandom(question.id)) : question.options;

const noImages: ReadonlyMap<string, string> = new Map();

/** `folder` is the absolute folder the question's images are in. */
export const compileQuestion = (
  source: QuestionSource,
  exam: { id: string; providerId: string; folder: string },
): CompiledQuestion => {
  const options = orderOptions(source);
  const question: Question = {
    question: source.stem.join('\n'),
    questionParts: source.stem,
    options: options.map((option) => option.text),
    answers: options.filter((option) => option.right).map((option) => option.text),
    explanation: source.explanation,
    optionNotes: options.map((option) => option.rationale),
    references: source.references,
    domain: source.domain,
    ...(!source.shuffle && { shuffle: false }),
  };
  if (source.images.length === 0) return { answer: { question, images: [] }, imageFiles: noImages };

  const named = source.images.map(({ file, alt }, index) => ({
    name: `img-${index + 1}`,
    served: `img-${index + 1}.${endingOf(file)}`,
    file,
    alt,
  }));
  question.imageAlts = Object.fromEntries(named.map(({ name, alt }) => [name, alt]));
  question.imageSizes = {};
  for (const { name, file } of named) {
    const bytes = readBytes(`${exam.folder}/${file}`, sizeLimits.image);
    const size = bytes.ok && readImageSize(file, bytes.value);
    if (size) question.imageSizes[name] = size;
  }
  return {
    answer: {
      question,
      images: named.map(({ served }) => `${exam.providerId}/${exam.id}/${source.id}/${served}`),
    },
    imageFiles: new Map(named.map(({ served, file }) => [served, `${exam.folder}/${file}`])),
  };
};
