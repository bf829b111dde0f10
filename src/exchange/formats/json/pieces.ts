/** A string, which can't go on on the next line, or a sign that shapes the file. */
const string = /"(?:[^"\\\n]|\\.)*"?/;
/** Where a quote is missing, what seems a string goes from the end of an object to the next one. */
const boundary = /"(?:[^"\\\n]|\\.)*?(\})\s*,\s*\{(?=\s*")/;
const token = new RegExp(`${boundary.source}|${string.source}|[[\\]{}:,]|[^\\s"[\\]{}:,]+`, 'g');

/**
 * Cuts a list of objects into the text of each, even if some of them are not JSON: where signs are
 * missing, an object ends with the list around it or where the next one starts. Takes linear time.
 */
export const cutPieces = (text: string): { start: number; text: string }[] => {
  const pieces: { start: number; text: string }[] = [];
  /** The brackets that are open; those of a piece begin at `base`. */
  const open: string[] = [];
  let [start, base, before] = [-1, 0, ''];
  const begin = (at: number) => {
    start = at;
    base = open.push('{') - 1;
  };
  const end = (at: number) => {
    if (start < 0) return;
    pieces.push({ start, text: text.slice(start, at) });
    open.length = base;
    start = -1;
  };
  const close = (bracket: string, at: number) => {
    const least = start < 0 ? 0 : base + 1;
    while (open.length > least && open.at(-1) !== bracket) open.pop();
    if (open.length > least) open.pop();
    else end(bracket === '{' ? at + 1 : at);
  };
  for (const { 0: sign, 1: isBoundary, index } of text.matchAll(token)) {
    if (isBoundary) {
      end(index + sign.lastIndexOf('}') + 1);
      begin(index + sign.length - 1);
    } else if (sign === '{' || sign === '[') {
      const isAfterColon = before === ':';
      // In an object, a brace follows a colon, or the brace before was never closed.
      const isUnclosed = start >= 0 && open.at(-1) === '{' && !isAfterColon;
      if (isUnclosed && sign === '{') close('{', index - 1);
      const isPiece = start < 0 && sign === '{' && !isAfterColon;
      const isNext = open.at(-1) === '{' ? isAfterColon : /^[[,]$/.test(before);
      if (isPiece && open.length + pieces.length > 0) begin(index);
      else if (start < 0 || isNext) open.push(sign);
    } else if (sign === '}') close('{', index);
    else if (sign === ']') close('[', index);
    before = sign;
  }
  end(text.trimEnd().length);
  return pieces;
};
