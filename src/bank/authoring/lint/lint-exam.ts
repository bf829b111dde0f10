import type { Diagnostic } from '../../diagnostic.ts';
import type { Excuse } from '../../parse/schemas.ts';
import type { ExamSource } from '../../read/bank-source.ts';
import {
  findEmptyExam,
  findThinTasks,
  findUnbalancedDomains,
  findUnequalForms,
  findUnevenForms,
} from './blueprint-rules.ts';
import { findThinAlts } from './image-rules.ts';
import {
  findLongKeys,
  findMultipleShare,
  findTell,
  findUnevenPositions,
  tells,
} from './key-rules.ts';
import { findAlikeStems } from './likeness-rule.ts';
import { findFormerNames, findUncheckedNames, findUnusedNames } from './name-rules.ts';
import {
  findGuessable,
  findOldGuide,
  findOtherKeys,
  findOutOfScopeKeys,
  findStaleChecks,
  findUncovered,
} from './record-rules.ts';
import {
  type AlikeStems,
  type Finding,
  forEachQuestion,
  ofChoices,
  type Rule,
  yearBefore,
} from './rule.ts';
import { findStriking } from './strike-rule.ts';
import {
  findAbsolutes,
  findAllOrNone,
  findNamedOptions,
  findOtherLengths,
  findQuietNegatives,
  findSweepingDistractors,
  findUnaskedStems,
} from './wording-rules.ts';

const findOldReviews = forEachQuestion(({ reviewed }, today) =>
  reviewed < yearBefore(today)
    ? [
        {
          message: `Last reviewed on ${reviewed}, over a year ago: check its facts and set the date.`,
        },
      ]
    : [],
);

/**
 * Every rule, by the name that an exam excuses it with. To add one:
 *
 * 1. Write a `Rule` in the file of its kind: the blueprint (domains, forms, tasks), keys, images,
 *    wording, names (names.yaml), or records (coverage.yaml, blind-checks.yaml).
 *    `forEachQuestion` makes one of a function that looks at a single question.
 * 2. It returns what it finds, each with a message "what is wrong: what to do about it.".
 * 3. Name it in this table. That alone makes `lint` run it and `excused` in exam.yaml accept it.
 * 4. Add its row to the table of rules in the specification and its cases to bank-lint.test.ts.
 * 5. Run `npm run bank -- lint`: the bank must stay free of warnings.
 */
const rules = {
  'no-questions': findEmptyExam,
  'uneven-positions': findUnevenPositions,
  'longest-right': ofChoices(findTell(tells.longest)),
  'shortest-right': ofChoices(findTell(tells.shortest)),
  'convergent-right': ofChoices(findTell(tells.convergent)),
  'odd-right': ofChoices(findTell(tells.odd)),
  'strike-out': ofChoices(findStriking),
  'multiple-share': ofChoices(findMultipleShare),
  'long-right': ofChoices(findLongKeys),
  'domain-share': findUnbalancedDomains,
  'uneven-form': findUnevenForms,
  'unequal-forms': findUnequalForms,
  uncovered: findUncovered,
  'out-of-scope': findOutOfScopeKeys,
  'old-guide': findOldGuide,
  'thin-task': findThinTasks,
  'thin-alt': findThinAlts,
  'all-or-none': findAllOrNone,
  'always-never': findAbsolutes,
  'uneven-sweeping': ofChoices(findSweepingDistractors),
  'quiet-negative': findQuietNegatives,
  'no-question': findUnaskedStems,
  'other-lengths': findOtherLengths,
  'alike-stems': ({ questions }, _, alike) =>
    questions.flatMap((question) => alike.get(question) ?? []),
  'names-option': findNamedOptions,
  'former-name': findFormerNames,
  'unchecked-name': findUncheckedNames,
  'unused-name': findUnusedNames,
  'old-review': findOldReviews,
  'stale-check': findStaleChecks,
  'other-key': findOtherKeys,
  guessable: findGuessable,
} satisfies Record<string, Rule>;

const warningNames: readonly string[] = Object.keys(rules);

export type Warning = Diagnostic & { warning: string };

const describeIdle = ({ warning, question }: Excuse) => {
  if (!warningNames.includes(warning)) {
    return `There is no warning "${warning}" to excuse: use one of ${warningNames.join(', ')}.`;
  }
  return `Nothing is left to excuse for ${warning}${question ? ` in ${question}` : ''}: remove the excuse.`;
};

const lintExam = (exam: ExamSource, today: string, alike: AlikeStems): Warning[] => {
  const used = new Set<Excuse>();
  const isOpen = (name: string, finding: Finding) => {
    const excuses = exam.excused.filter(
      ({ warning, question }) =>
        warning === name && (question === undefined || question === finding.question?.id),
    );
    for (const excuse of excuses) used.add(excuse);
    return excuses.length === 0;
  };
  const warn = (warning: string, { question, line = 1, message }: Finding) => ({
    file: question?.file ?? exam.file,
    line,
    message,
    warning,
  });
  const open = Object.entries(rules).flatMap(([name, find]) =>
    find(exam, today, alike)
      .filter((finding) => isOpen(name, finding))
      .map((finding) => warn(name, finding)),
  );
  const idle = exam.excused.flatMap((excuse, index) => {
    const finding = { message: describeIdle(excuse), line: exam.lineOf(['excused', index]) };
    return used.has(excuse) ? [] : [warn('idle-excuse', finding)];
  });
  return [...open, ...idle];
};

/** All warnings about exams except those they excuse. An excuse without effect is a warning. */
export const lintExams = (exams: readonly ExamSource[], today: string): Warning[] => {
  const alike = findAlikeStems(exams.flatMap((exam) => exam.questions));
  return exams.flatMap((exam) => lintExam(exam, today, alike));
};
