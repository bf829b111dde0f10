import { useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { numberWord, statedCount } from '#exam/grading.ts';
import { shownSelection } from '#exam/run.ts';
import { useExamRun } from './run-context.tsx';

type Line = { text: string; key: number };
type Visit = {
  /** The run and its place: another question starts over. */
  place: string;
  isTurnedBack?: boolean;
  /** Stands until the selection changes. */
  notice?: Line & { selection: number[] };
};

export type Choosing = {
  choose: (position: number) => void;
  /** At the options, if the stem states how many to choose. Another key is another message. */
  line: Line | undefined;
};

/** Choosing options: never more than the stem states, and asked once for the rest. */
export const useChoosing = (question: Question | undefined) => {
  const { run, dispatch } = useExamRun();
  const place = `${run.id} ${run.index}`;
  const [visit, setVisit] = useState<Visit>({ place });
  if (visit.place !== place) setVisit({ place });
  const { isTurnedBack = false } = visit;
  const chosen = question ? shownSelection(run, question.options) : [];
  const stated = (question && statedCount(question)) ?? 0;
  const notice = visit.notice?.selection === run.selection ? visit.notice : undefined;

  const say = (text: string, changed: Partial<Visit> = {}) => {
    const key = (visit.notice?.key ?? 0) + 1;
    setVisit({ ...visit, ...changed, notice: { text, key, selection: run.selection } });
  };
  const choose = (position: number) => {
    const isFurther = stated > 0 && chosen.length >= stated && !chosen.includes(position);
    if (isFurther) say(`${numberWord(stated)} at most`);
    else if (question) dispatch({ type: 'optionChosen', position, question });
  };
  /** Whether a check came too early, which is said once a question. */
  const turnBack = () => {
    const missing = stated - chosen.length;
    if (missing <= 0 || isTurnedBack) return false;
    say(`Choose ${numberWord(missing).toLowerCase()} more`, { isTurnedBack: true });
    return true;
  };

  const count = { text: `${chosen.length} of ${stated} chosen`, key: 0 };
  const line = stated > 0 && !run.isAnswered ? (notice ?? count) : undefined;
  return { choose, line, turnBack, isTurnedBack };
};
