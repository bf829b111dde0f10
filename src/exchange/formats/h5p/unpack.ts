import { imageTypeOf } from '#bank/image/image-format.ts';
import { failed, success } from '#contract/result.ts';
import { isObject, parseJson } from '#primitives/json.ts';
import type { Unpack } from '../format.ts';

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const text = (value: unknown) => (typeof value === 'string' ? value : '');

type Found = {
  question: string;
  options: { text: string; correct: boolean; feedback: string }[];
  image?: string;
};

const option = (words: unknown, correct: boolean, said?: unknown) => ({
  text: text(words),
  correct,
  feedback: text(said),
});

/** The one question of a content, perhaps with an image. */
const foundIn = (
  { question, media }: Record<string, unknown>,
  options: Found['options'],
): Found[] => {
  const { path } = Object(Object(Object(Object(media).type).params).file);
  const image = text(path);
  return [{ question: text(question), options, ...(image && { image }) }];
};

/** What the contents of each kind hold, by the name of their library. */
const kinds: Record<string, (params: Record<string, unknown>) => Found[]> = {
  MultiChoice: (params) => {
    const options = listOf(params.answers).map((answer) => {
      const { chosenFeedback, notChosenFeedback } = Object(answer.tipsAndFeedback);
      return option(answer.text, answer.correct === true, chosenFeedback || notChosenFeedback);
    });
    return foundIn(params, options);
  },
  // The first is right, and shown anywhere.
  SingleChoiceSet: (params) =>
    listOf(params.choices).map(({ question, answers }) => ({
      question: text(question),
      options: (Array.isArray(answers) ? answers : []).map((one, at) => option(one, at === 0)),
    })),
  TrueFalse: (params) => {
    const isRight = (word: string) => word.toLowerCase() === String(params.correct);
    return foundIn(
      params,
      ['True', 'False'].map((word) => option(word, isRight(word))),
    );
  },
};

const kindOf = (library: unknown) => /^H5P\.(\w+)/.exec(text(library))?.[1] ?? '';

/** A package of H5P as a list of its questions, and its pictures. */
export const unpackH5p: Unpack = (files) => {
  const read = (name: string) => {
    const file = files.find((one) => one.name === name);
    const value = file && parseJson(new TextDecoder().decode(file.bytes));
    return isObject(value) ? value : undefined;
  };
  const [about, content] = ['h5p.json', 'content/content.json'].map(read);
  if (!about || !content) return failed('It is no package of H5P that can be read.');
  const parts = [
    { library: about.mainLibrary, params: content },
    ...listOf(content.questions).map(({ library, params }) => ({ library, params })),
  ];
  const found = parts.flatMap(({ library, params }) => {
    const readKind = kinds[kindOf(library)];
    return readKind && isObject(params) ? readKind(params) : [];
  });
  const list = new TextEncoder().encode(JSON.stringify(found));
  const pictures = files.filter(({ name }) => imageTypeOf(name.toLowerCase()) !== undefined);
  return success([{ name: 'questions.json', bytes: list }, ...pictures]);
};
