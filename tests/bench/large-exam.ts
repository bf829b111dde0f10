import { randomBytes } from 'node:crypto';
import type { CompiledBank, CompiledQuestion } from '#bank/compiled-bank.ts';
import { dataOf } from '#support/test-bank.ts';
import { encodePng, svgBytes } from '#support/test-images.ts';

export const LARGE_EXAM = { providerId: 'bench', examId: 'Large Exam' };

const SIDE = 64;

/** A PNG of noise, 12 kB, different every time. */
const noise = () => {
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 3));
  for (let row = 0; row < SIDE; row += 1) {
    rows.set(randomBytes(SIDE * 3), row * (1 + SIDE * 3) + 1);
  }
  return encodePng(SIDE, SIDE, 'rgb', rows);
};

const sentence = 'A museum opens its first account and wants to know which action to take first. ';

const createQuestion = (number: number, file: string | undefined): CompiledQuestion => {
  const { providerId, examId } = LARGE_EXAM;
  const id = `question-${number}`;
  return {
    answer: {
      question: {
        question: '',
        questionParts: [
          `This is question ${number}. ${sentence.repeat(3)}`,
          ...(file ? ['[img-1]'] : []),
        ],
        options: ['first', 'second', 'third', 'fourth'].map((name) => `The ${name}. ${sentence}`),
        answers: [`The first. ${sentence}`],
        explanation: sentence.repeat(4),
        optionNotes: ['It is.', 'It is not.', 'Nearly.', 'Far off.'],
      },
      images: file ? [[providerId, examId, id, file].join('/')] : [],
    },
    imageFiles: new Map(file ? [[file, `memory:/${id}/${file}`]] : []),
  };
};

/** A bank of one exam. One in `every` questions has an image, SVG and PNG in turn. */
export const createLargeExam = (count: number, every = 5) => {
  const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
  const questions = new Map<string, CompiledQuestion>();
  for (let number = 1; number <= count; number += 1) {
    const file =
      number % every === 0 ? `img-1.${(number / every) % 2 === 0 ? 'png' : 'svg'}` : undefined;
    const question = createQuestion(number, file);
    questions.set(`question-${number}`, question);
    for (const path of question.imageFiles.values()) {
      pictures.set(path, path.endsWith('.png') ? noise() : svgBytes(`${number}`));
    }
  }
  const { providerId, examId } = LARGE_EXAM;
  const exam = { id: 'large', name: examId, domains: [], questions };
  const provider = { id: providerId, name: 'Bench', exams: new Map([[examId, exam]]) };
  const bank: CompiledBank = { providers: new Map([[providerId, provider]]) };
  return { bank, data: dataOf(bank, (path) => pictures.get(path)) };
};

export const largeExamData = (count: number, every?: number) => createLargeExam(count, every).data;
