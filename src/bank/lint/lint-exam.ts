import type { Diagnostic } from '../diagnostic.ts';
import type { Excuse } from '../parse/schemas.ts';
import type { ExamSource } from '../read/bank-source.ts';
import { findUncovered } from './coverage.ts';
import { findEmptyExam, findThinTasks, findUnbalancedDomains } from './domain-rules.ts';
import { findUnequalForms, findUnevenForms } from './form-rules.ts';
import { findThinAlts } from './image-rules.ts';
import { findLongKeys, findUnevenPositions } from './key-rules.ts';
import { findAlikeStems } from './likeness-rule.ts';
import { findGuessable, findStaleReviews } from './review-rules.ts';
import { findMultipleShare, findTell, tells } from './tell-rules.ts';
import {
  type AlikeStems,
  aboutExam,
  aboutQuestion,
  type Finding,
  forEachQuestion,
  type Rule,
} from './warning.ts';
import {
  findAbsolutes,
  findAllOrNone,
  findNamedOptions,
  findOtherLengths,
  findQuietNegatives,
  findSweepingDistractors,
  findUnaskedStems,
} from './wording-rules.ts';

/** The same day a year earlier. */
const yearBefore = (today: string) =>
  `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;

const findOldReviews = forEachQuestion((question, today) =>
  question.reviewed < yearBefore(today)
    ? [
        aboutQuestion(
          question,
          1,
          `Last reviewed on ${question.reviewed}, over a year ago: check its facts and set the date.`,
        ),
      ]
    : [],
);

/** Every rule by the name that an exam excuses it with. */
const rules = {
  'no-questions': findEmptyExam,
  'uneven-positions': findUnevenPositions,
  'longest-right': findTell(tells.longest),
  'shortest-right': findTell(tells.shortest),
  'convergent-right': findTell(tells.convergent),
  'odd-right': findTell(tells.odd),
  'multiple-share': findMultipleShare,
  'long-right': findLongKeys,
  'domain-share': findUnbalancedDomains,
  'uneven-form': findUnevenForms,
  'unequal-forms': findUnequalForms,
  uncovered: findUncovered,
  'thin-task': findThinTasks,
  'thin-alt': findThinAlts,
  'all-or-none': findAllOrNone,
  'always-never': findAbsolutes,
  'uneven-sweeping': findSweepingDistractors,
  'quiet-negative': findQuietNegatives,
  'no-question': findUnaskedStems,
  'other-lengths': findOtherLengths,
  'alike-stems': ({ questions }, _, alike) =>
    questions.flatMap((question) => alike.get(question) ?? []),
  'names-option': findNamedOptions,
  'old-review': findOldReviews,
  'stale-review': findStaleReviews,
  guessable: findGuessable,
} satisfies Record<string, Rule>;

const warningNames: readonly string[] = Object.keys(rules);

export type Warning = Diagnostic & { warning: string };

const isExcusedBy = (excuse: Excuse, name: string, finding: Finding) =>
  excuse.warning === name &&
  (excuse.question === undefined || excuse.question === finding.question);

const describeIdle = ({ warning, question }: Excuse) => {
  if (!warningNames.includes(warning)) {
    return `There is no warning "${warning}" to excuse: use one of ${warningNames.join(', ')}.`;
  }
  return `Nothing is left to excuse for ${warning}${question ? ` in ${question}` : ''}: remove the excuse.`;
};

const lintExam = (exam: ExamSource, today: string, alike: AlikeStems): Warning[] => {
  const used = new Set<Excuse>();
  const isOpen = (name: string, finding: Finding) => {
    const excuses = exam.excused.filter((excuse) => isExcusedBy(excuse, name, finding));
    for (const excuse of excuses) used.add(excuse);
    return excuses.length === 0;
  };
  const open = Object.entries(rules).flatMap(([name, find]) =>
    find(exam, today, alike)
      .filter((finding) => isOpen(name, finding))
      .map(({ file, line, message }) => ({ file, line, message, warning: name })),
  );
  const idle = exam.excused.flatMap((excuse, index) =>
    used.has(excuse)
      ? []
      : [
          {
            ...aboutExam(exam, describeIdle(excuse), exam.lineOf(['excused', index])),
            warning: 'idle-excuse',
          },
        ],
  );
  return [...open, ...idle];
};

/** All warnings about exams except those they excuse. An excuse without effect is a warning. */
export const lintExams = (exams: readonly ExamSource[], today: string): Warning[] => {
  const alike = findAlikeStems(exams.flatMap((exam) => exam.questions));
  return exams.flatMap((exam) => lintExam(exam, today, alike));
};
