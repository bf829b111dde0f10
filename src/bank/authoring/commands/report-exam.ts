import { measureCoverage } from '../../coverage.ts';
import { isSingle, type QuestionSource, stemText } from '../../parse/question-source.ts';
import type { ExamSource } from '../../read/bank-source.ts';
import { measureReviews } from '../../reviews.ts';
import {
  chiSquare,
  chiSquareLimit,
  countPositions,
  medianWords,
} from '../lint/answer-statistics.ts';
import { countTasks, formsOf, measureDomains, measureForm } from '../lint/blueprint-rules.ts';
import { kindsOf, measureTell, percentOf, tells } from '../lint/key-rules.ts';

/** The lines of a table, with the first column left-aligned and the others right-aligned. */
const drawTable = (rows: readonly (readonly string[])[]): string[] => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
};

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;

const signed = (number: number) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(1)}`;

const reportDomains = (exam: ExamSource) =>
  drawTable([
    ['Domain', 'Weight', 'Questions', 'Share', 'Off'],
    ...measureDomains(exam).map(({ name, weight, count, share }) => [
      name,
      `${weight.toFixed(1)} %`,
      String(count),
      `${share.toFixed(1)} %`,
      signed(share - weight),
    ]),
  ]);

/** The questions of each domain in each form; nothing when no question has a form. */
const reportForms = (exam: ExamSource): string[] => {
  const forms = formsOf(exam);
  if (forms.every((form) => form.exam.questions.length === 0)) return [];
  const shares = forms.map((form) => measureDomains(form.exam));
  return [
    '',
    ...drawTable([
      ['Forms', ...forms.flatMap(({ title }) => [title, 'Share', 'Off'])],
      ...exam.domains.map(({ name }, index) => [
        name,
        ...shares.flatMap((domains) => {
          const { count = 0, share = 0, weight = 0 } = domains[index] ?? {};
          return [String(count), `${share.toFixed(1)} %`, signed(share - weight)];
        }),
      ]),
      ...(['multiple', 'cases', 'words'] as const).map((what) => [
        { multiple: 'Multiple answers', cases: 'Of a case', words: 'Words in a stem' }[what],
        ...forms.flatMap((form) => [String(measureForm(form.exam)[what]), '', '']),
      ]),
    ]),
  ];
};

const reportTasks = (exam: ExamSource): string[] => {
  const tasks = countTasks(exam);
  if (tasks.length === 0) return [];
  return [
    '',
    ...drawTable([['Task', 'Questions'], ...tasks.map(({ task, count }) => [task, String(count)])]),
  ];
};

const reportPositions = (questions: readonly QuestionSource[]) => {
  const rows = [...countPositions(questions)];
  const places = Math.max(0, ...rows.map(([count]) => count));
  return drawTable([
    [
      'Right option at',
      ...Array.from({ length: places }, (_, place) => String(place + 1)),
      'Chi-square',
      'Limit',
    ],
    ...rows.map(([count, counts]) => [
      `  of ${count}`,
      ...Array.from({ length: places }, (_, place) => String(counts[place] ?? '')),
      chiSquare(counts).toFixed(2),
      chiSquareLimit(count).toFixed(2),
    ]),
  ]);
};

const reportTells = (questions: readonly QuestionSource[]) => {
  const kinds = Object.values(kindsOf(questions)).filter(({ length }) => length > 0);
  const columns = ['Share', 'Least', 'Most'];
  return drawTable([
    ['Options alone: right who picks', ...kinds.flatMap(() => columns)],
    ...Object.values(tells).map((tell) => [
      `  ${tell.pick}`,
      ...kinds.flatMap((kind) => {
        const { share, least, most } = measureTell(kind, tell);
        return [share, Math.max(0, least), Math.min(1, most)].map(percentOf);
      }),
    ]),
  ]);
};

const reportCoverage = ({ coverage, questions }: ExamSource): string[] => {
  if (!coverage) return [];
  const { tasks, services, cases } = measureCoverage(coverage, questions);
  const list = ({ missing }: { missing: string[] }) =>
    missing.length === 0 ? [] : [`  without a question: ${missing.join(', ')}`];
  const covered = ({ of, missing }: { of: number; missing: string[] }) =>
    `${of - missing.length} of ${of}`;
  return [
    '',
    `Coverage of guide ${coverage.version}`,
    `  Tasks     ${covered(tasks)}`,
    ...list(tasks),
    `  Services  ${covered(services)} named by a right option`,
    ...list(services),
    ...(cases.of === 0 ? [] : [`  Cases     ${covered(cases)}`, ...list(cases)]),
  ];
};

const reportReviews = (exam: ExamSource): string[][] => {
  if (!exam.reviews) return [];
  const { reviewed, stale, withStem, agreed, alone, guessed } = measureReviews(exam);
  return [
    ['Blind checks', `${reviewed} of ${exam.questions.length}, ${stale.length} stale`],
    ['  with the stem', `${agreed} of ${withStem} agreed`],
    ['  options alone', `${guessed} of ${alone} right (${percent(guessed, alone)})`],
  ];
};

const findOldest = (questions: readonly QuestionSource[]) =>
  questions.reduce<QuestionSource | undefined>(
    (oldest, question) => (oldest && oldest.reviewed <= question.reviewed ? oldest : question),
    undefined,
  );

const reportFigures = (exam: ExamSource) => {
  const { questions } = exam;
  const multiple = questions.filter((question) => !isSingle(question)).length;
  const withImages = questions.filter(({ images }) => images.length > 0).length;
  const images = questions.reduce((total, question) => total + question.images.length, 0);
  const oldest = findOldest(questions);
  const options = questions.flatMap((question) => question.options.map(({ text }) => text));
  const rows = [
    ['Questions', String(questions.length)],
    ['Multiple answers', `${multiple} (${percent(multiple, questions.length)})`],
    [
      'Words',
      `${medianWords(questions.map(stemText))} in a stem, ${medianWords(options)} in an option`,
    ],
    ['Pictures', `${images} in ${withImages} questions`],
    ['Oldest review', oldest ? `${oldest.reviewed} (${oldest.id})` : '–'],
    ...reportReviews(exam),
  ];
  const width = Math.max(...rows.map(([name]) => name?.length ?? 0));
  return rows.map(([name, value]) => `${name?.padEnd(width)}  ${value}`);
};

/** A report on an exam, as lines of text. */
export const reportExam = (exam: ExamSource): string[] => [
  `${exam.place}: ${exam.name}`,
  ...[
    ...reportFigures(exam),
    '',
    ...reportDomains(exam),
    ...reportForms(exam),
    ...reportTasks(exam),
    ...reportCoverage(exam),
    ...(exam.questions.some(isSingle)
      ? ['', ...reportPositions(exam.questions), '', ...reportTells(exam.questions)]
      : []),
  ].map((line) => (line === '' ? '' : `  ${line}`)),
  '',
];
