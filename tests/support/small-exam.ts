import type { TestExam } from './test-bank.ts';
import { pngBytes, svgBytes } from './test-images.ts';
import { everyKind, manyQuestions, plainQuestion } from './test-questions.ts';

/** question-01 and so on to question-12; the fourth has two pictures, the last one in an option. */
export const smallExam: TestExam = {
  id: 'small',
  name: 'A Small Exam',
  questions: {
    ...manyQuestions(12),
    'question-04': { ...everyKind['picture-in-stem'] },
    'question-12': {
      ...plainQuestion('What is question 12?', { options: ['[img-1]', 'right', 'wrong'] }),
      pictures: { 'img-1.png': pngBytes },
    },
  },
};

/** Another of the same provider, to tell one exam's fate from the other's. */
export const otherExam: TestExam = {
  id: 'other',
  name: 'Another Exam',
  questions: {
    ...manyQuestions(3),
    'question-02': {
      ...plainQuestion('Which picture is this? [img-1]'),
      pictures: { 'img-1.svg': svgBytes('other') },
    },
  },
};

/** The address of the small exam's list of questions. */
export const listCall = '/api/questions?providerId=aws&examId=A%20Small%20Exam';

/** The address of a question of the small exam, by its two-digit number. */
export const questionCall = (number: string) =>
  `/api/question?provider=aws&examName=A%20Small%20Exam&questionId=question-${number}`;

/** The address of a picture of the small exam: question and file. */
export const pictureFile = (path: string) => `/images/aws/A%20Small%20Exam/${path}`;

/** Everything that keeping the small exam takes: each question and each picture, once. */
export const smallExamAddresses = [
  ...Object.keys(smallExam.questions).map((id) => questionCall(id.slice(-2))),
  ...['question-04/img-1.png', 'question-04/img-2_wide.svg', 'question-12/img-1.png'].map(
    pictureFile,
  ),
];

export const smallExamPage = '/exams/aws/A%20Small%20Exam';
