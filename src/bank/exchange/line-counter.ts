/** Tells the line, from 1, of offsets that are asked for in rising order. */
export const countLinesIn = (text: string) => {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset: number): number => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
};
