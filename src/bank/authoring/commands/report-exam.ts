import { measureBlindChecks } from '../../blind-checks.ts';
import { measureCoverage } from '../../coverage.ts';
import { isSingle, type QuestionSource } from '../../parse/question-source.ts';
import type { ExamSource } from '../../read/bank-source.ts';
import {
  chiSquare,
  chiSquareLimit,
  countPositions,
  medianWords,
  sum,
} from '../lint/answer-statistics.ts';
import {
  countTasks,
  type DomainShare,
  formsOf,
  measureDomains,
  measureForm,
} from '../lint/blueprint-rules.ts';
import { kindsOf, measureTell, percentOf, tells } from '../lint/key-rules.ts';
import { strikingsOf } from '../lint/strike-rule.ts';

/** The lines of a table whose rows are equally long. Its first column is left-aligned. */
const drawTable = (
  rows: readonly (readonly string[])[],
  pad: 'padStart' | 'padEnd' = 'padStart',
): string[] => {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell[column === 0 ? 'padEnd' : pad](widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;

const share = (part: number) => `${part.toFixed(1)} %`;

const signed = (number: number) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(1)}`;

const domainCells = ({ count, share: part, weight }: DomainShare) => [
  String(count),
  share(part),
  signed(part - weight),
];

const reportDomains = (exam: ExamSource) =>
  drawTable([
    ['Domain', 'Weight', 'Questions', 'Share', 'Off'],
    ...measureDomains(exam).map((domain) => [
      domain.name,
      share(domain.weight),
      ...domainCells(domain),
    ]),
  ]);

/** The questions of each domain in each form; nothing when no question has a form. */
const reportForms = (exam: ExamSource): string[] => {
  const forms = formsOf(exam).map(({ title, exam: form }) => {
    return { title, form, domains: measureDomains(form), figures: measureForm(form) };
  });
  if (forms.every(({ form }) => form.questions.length === 0)) return [];
  const rowOf = (name: string, cellsOf: (form: (typeof forms)[number]) => string[]) => [
    name,
    ...forms.flatMap(cellsOf),
  ];
  return drawTable([
    rowOf('Forms', ({ title }) => [title, 'Share', 'Off']),
    ...exam.domains.map(({ id, name }) =>
      rowOf(name, ({ domains }) =>
        domains.filter((domain) => domain.id === id).flatMap(domainCells),
      ),
    ),
    rowOf('Multiple answers', ({ figures }) => [String(figures.multiple), '', '']),
    rowOf('Of a case', ({ figures }) => [String(figures.cases), '', '']),
    rowOf('Words in a stem', ({ figures }) => [String(figures.words), '', '']),
  ]);
};

const reportTasks = (exam: ExamSource): string[] => {
  const tasks = countTasks(exam).map(({ task, count }) => [task, String(count)]);
  return tasks.length === 0 ? [] : drawTable([['Task', 'Questions'], ...tasks]);
};

const reportPositions = (questions: readonly QuestionSource[]) => {
  const rows = [...countPositions(questions)];
  const most = Math.max(0, ...rows.map(([count]) => count));
  const places = Array.from({ length: most }, (_, place) => place);
  return drawTable([
    ['Right option at', ...places.map((place) => String(place + 1)), 'Chi-square', 'Limit'],
    ...rows.map(([count, counts]) => [
      `  of ${count}`,
      ...places.map((place) => String(counts[place] ?? '')),
      chiSquare(counts).toFixed(2),
      chiSquareLimit(count).toFixed(2),
    ]),
  ]);
};

const reportTells = (questions: readonly QuestionSource[]) => {
  const kinds = Object.values(kindsOf(questions)).filter(({ length }) => length > 0);
  return drawTable([
    ['Options alone: right who picks', ...kinds.flatMap(() => ['Share', 'Least', 'Most'])],
    ...Object.values(tells).map((tell) => [
      `  ${tell.pick}`,
      ...kinds.flatMap((kind) => {
        const measured = measureTell(kind, tell);
        const [least, most] = [Math.max(0, measured.least), Math.min(1, measured.most)];
        return [measured.share, least, most].map(percentOf);
      }),
    ]),
  ]);
};

const reportStriking = (exam: ExamSource) =>
  drawTable([
    ['Right by striking what is right elsewhere', 'Share', 'Chance'],
    ...strikingsOf(exam).map(({ title, share, chance }) => [
      `  ${title}`,
      percentOf(share),
      percentOf(chance),
    ]),
  ]);

const reportCoverage = ({ coverage, questions }: ExamSource): string[] => {
  if (!coverage) return [];
  const { tasks, services, cases } = measureCoverage(coverage, questions);
  const list = (name: string, { of, missing }: typeof tasks, how = '') => [
    `  ${name.padEnd(8)}  ${of - missing.length} of ${of}${how}`,
    ...(missing.length === 0 ? [] : [`  without a question: ${missing.join(', ')}`]),
  ];
  return [
    `Coverage of guide ${coverage.version}`,
    ...list('Tasks', tasks),
    ...list('Services', services, ' named by a right option'),
    ...(cases.of === 0 ? [] : list('Cases', cases)),
  ];
};

const reportChecks = (exam: ExamSource): string[][] => {
  const { blindChecks, optionsAlone } = exam;
  if (!blindChecks && !optionsAlone) return [];
  const { fresh, stale, withStem, agreed } = measureBlindChecks(exam);
  const { guessed = [], asked = 0, date, seed } = optionsAlone ?? {};
  const share = `${guessed.length} of ${asked} right (${percent(guessed.length, asked)})`;
  return [
    ['Blind checks', `${fresh} of ${exam.questions.length}, ${stale.length} stale`],
    ['  with the stem', `${agreed} of ${withStem} agreed`],
    ['  options alone', optionsAlone ? `${share}, ${date}, seed ${seed}` : 'not asked'],
  ];
};

const reportFigures = (exam: ExamSource) => {
  const { questions } = exam;
  const { multiple, words } = measureForm(exam);
  const options = questions.flatMap((question) => question.options.map(({ text }) => text));
  const images = questions.map((question) => question.images.length).filter((count) => count > 0);
  const [oldest] = questions.toSorted((one, other) => one.reviewed.localeCompare(other.reviewed));
  const rows = [
    ['Questions', String(questions.length)],
    ['Multiple answers', `${multiple} (${percent(multiple, questions.length)})`],
    ['Words', `${words} in a stem, ${medianWords(options)} in an option`],
    ['Pictures', `${sum(images)} in ${images.length} questions`],
    ['Oldest review', oldest ? `${oldest.reviewed} (${oldest.id})` : '–'],
    ...reportChecks(exam),
  ];
  return drawTable(rows, 'padEnd');
};

/** A report on an exam, as lines of text. */
export const reportExam = (exam: ExamSource): string[] => {
  const hasSingle = exam.questions.some(isSingle);
  const sections = [
    reportFigures(exam),
    reportDomains(exam),
    reportForms(exam),
    reportTasks(exam),
    reportCoverage(exam),
    hasSingle ? reportPositions(exam.questions) : [],
    hasSingle ? reportTells(exam.questions) : [],
    reportStriking(exam),
  ].filter((lines) => lines.length > 0);
  return [
    `${exam.place}: ${exam.name}`,
    ...sections.flatMap((lines) => [...lines.map((line) => `  ${line}`), '']),
  ];
};
