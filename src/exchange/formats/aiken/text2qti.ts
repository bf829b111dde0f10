const isText2qti = /^(?:quiz title|quiz description|points|points per question):[ \t]/im;
const setting =
  /^(?:(?:quiz title|quiz description|title|text title|text|points|points per question|pick|shuffle answers|show correct answers|one question at a time|can.t go back):[ \t].*|(?:END_)?GROUP[ \t]*)$/i;
const feedback = /^[+-][ \t]+(\S.*)$/s;

/** Blanks the settings of a quiz that text2qti would read, and turns its feedback into one kind. */
export const foldText2qti = (text: string): string => {
  if (!isText2qti.test(text)) return text;
  return text
    .split('\n')
    .map((line) => (setting.test(line) ? '' : line.replace(feedback, '... $1')))
    .join('\n');
};
