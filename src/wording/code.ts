/** A piece of a text: `source` as written, `text` as shown. */
export type CodePiece = { kind: 'text' | 'inline' | 'block'; text: string; source: string };

// With the flag `m`, U+2028 would end a line, too.
const fence = /(?<![^\n])```([\w+#.-]*)[ \t\r]*(?![^\n])/g;
const inline = /(?<!`)`([^`\n]+)`(?!`)/g;

const asText = (source: string): CodePiece[] =>
  source === '' ? [] : [{ kind: 'text', text: source, source }];

/** Splits a text at fences: lines of three backticks, of which the opening one may name a language. */
export const splitFences = (text: string): CodePiece[] => {
  const pieces: CodePiece[] = [];
  let end = 0;
  let open: RegExpExecArray | undefined;
  for (const match of text.matchAll(fence)) {
    if (open === undefined) open = match;
    else if (match[1] === '') {
      const start = open.index + open[0].length + 1;
      const stop = match.index + match[0].length;
      pieces.push(...asText(text.slice(end, open.index)), {
        kind: 'block',
        text: text.slice(start, Math.max(start, match.index - 1)),
        source: text.slice(open.index, stop),
      });
      end = stop;
      open = undefined;
    }
  }
  return [...pieces, ...asText(text.slice(end))];
};

const splitInline = (text: string): CodePiece[] => {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [source, code = ''] = match;
    pieces.push(...asText(text.slice(end, match.index)), { kind: 'inline', text: code, source });
    end = match.index + source.length;
  }
  return [...pieces, ...asText(text.slice(end))];
};

/**
 * Splits a text into words and code: fenced blocks, and parts of a line between single backticks. An
 * unpaired fence or backtick is text. Takes linear time.
 */
export const splitCode = (text: string): CodePiece[] =>
  splitFences(text).flatMap((piece) =>
    piece.kind === 'block' ? [piece] : splitInline(piece.text),
  );
