/** One correct answer makes radio buttons, several make checkboxes (spec: Screens). */
export const isSingleAnswer = (answers: string[]) => new Set(answers).size === 1;

export type OptionVerdict = 'correct' | 'missed' | 'wrong' | 'other';

/** How an option looks once checked: green, red or dimmed (spec: Screens). */
export const judgeOption = (text: string, isChosen: boolean, answers: string[]): OptionVerdict => {
  if (!answers.includes(text)) return isChosen ? 'wrong' : 'other';
  // A single answer is only missed by a wrong choice, which says so itself.
  return isChosen || isSingleAnswer(answers) ? 'correct' : 'missed';
};

/** A whole percentage; 0 if `whole` is 0. */
export const percentOf = (part: number, whole: number) =>
  whole > 0 ? Math.round((100 * part) / whole) : 0;
