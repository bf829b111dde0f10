import type { Problem } from '../compiled-bank.ts';
import { problem } from '../problem.ts';
import type { ExamSource } from '../read/bank-source.ts';

type Named = Pick<ExamSource<unknown>, 'id' | 'name' | 'file' | 'lineOf'>;

/** An exam is asked for by its name, or else by its id, so no two may answer to the same word. */
export const refuseExamNames = (exams: readonly Named[]): Problem[] =>
  exams.flatMap((exam, index) => {
    const same = exams.findIndex((other) => other.name === exam.name);
    const id = exams.find((other) => other !== exam && other.id === exam.name);
    const line = exam.lineOf(['name']);
    const problems: Problem[] = [];
    if (same < index) {
      problems.push(
        problem(exam.file, line, `Another exam has the name "${exam.name}": rename one.`),
      );
    }
    if (id) {
      problems.push(
        problem(exam.file, line, `The name "${exam.name}" is another exam's id: rename it.`),
      );
    }
    return problems;
  });
