/** A question's lines of a GIFT file with the number of each in it. */
export type GiftBlock = { lines: { number: number; text: string }[]; comments: string[] };

const isComment = (line: string) => line.trimStart().startsWith('//');

/** How many braces a text opens, less those it closes; `\{` and `\}` are text. */
export const countOpen = (lines: GiftBlock['lines']): number => {
  let open = 0;
  for (const { text } of lines) {
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '{') open += 1;
      else if (text[at] === '}') open -= 1;
    }
  }
  return open;
};

/**
 * Cuts a file at empty lines, which end a question. An empty line between braces is passed over
 * when the next lines close them: there one question was meant. Comments before a question go with
 * it; others are dropped, as Moodle drops them.
 */
export const splitGift = (text: string): GiftBlock[] => {
  const blocks: GiftBlock[] = [];
  let block: GiftBlock = { lines: [], comments: [] };
  let open = 0;
  const parts: GiftBlock[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') {
      if (block.lines.length > 0) {
        parts.push(block);
        block = { lines: [], comments: [] };
      }
    } else if (isComment(line)) {
      if (block.lines.length === 0) block.comments.push(line);
    } else block.lines.push({ number: index + 1, text: line });
  });
  if (block.lines.length > 0) parts.push(block);
  for (const part of parts) {
    const own = countOpen(part.lines);
    const last = blocks.at(-1);
    if (last && open > 0 && own < 0 && part.comments.length === 0) {
      for (const line of part.lines) last.lines.push(line);
      open += own;
    } else {
      blocks.push(part);
      open = own;
    }
  }
  return blocks;
};
