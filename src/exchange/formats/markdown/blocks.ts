export type Line = { number: number; text: string; isCode: boolean };

/** A question from its "###" on. Those of an export have an id and front matter. */
export type Block = {
  line: number;
  title: string;
  id: string | undefined;
  frontMatter: string[];
  lines: Line[];
  hasStem: boolean;
  hasOptions: boolean;
};

// These match one line; it may contain U+2028, where `.` without the flag `s` would stop.
const question = /^###(?: +(.*))?$/s;
/** `- [x]`, `- (X)`, `[(X)]` and `[[X]]`. */
export const checkbox =
  /^[ \t]*(?:(?:[-*+][ \t]+)?\[(?:\(([xX ])\)|\[([xX ])\])\]|(?:[-*+]|\d{1,3}[.)])[ \t]*(?:\[([^\][]{0,3})\](?!\()|\(([xX ])\)))[ \t]*(.*)$/s;
export const explanation = /^(?:#{2,6}[ \t]+)?[*_ \t]*explanation[*_ \t]*(?::[*_ \t]*(.*))?$/is;
const backLink =
  /^[-*_\d. \t]*\[[^\]]*\]\(#[^)]*\)[*_ \t]*$|^[^A-Za-z]*back to (?:the )?top[^A-Za-z]*$/i;
/** Whether a line is a link to a heading, "back to top" or a rule. */
export const isOrnament = (line: string): boolean => {
  const signs = line.replace(/[ \t]/g, '');
  const [sign = ''] = signs;
  const isRule = '-*_'.includes(sign) && signs.length > 2 && signs === sign.repeat(signs.length);
  return isRule || backLink.test(line);
};
const exported = /^<!-- certdeck (\S+)$/;
const fence = /^```[\w+#.-]*[ \t]*$/;
const heading = /^(#{1,6})[ \t]+(.*)$/s;
/** `1. Which?` or `**1. Which?**` */
const numbered = /^([*_]{0,2})\d{1,3}[.)][ \t]+/;
/** Headings of texts that several questions share. */
const caseHeading = /\b(?:case|scenario|passage|exhibit|testlet|situation|background|context)\b/i;

/** For each line, the index of the next one that passes a test. */
const findNext = (lines: readonly string[], test: (line: string) => boolean): number[] => {
  const next: number[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    next[at] = test(lines[at] ?? '') ? at : (next[at + 1] ?? lines.length);
  }
  return next;
};

/** Tells for each line whether it is code, or opens or ends it. */
const findCode = (lines: readonly string[]): boolean[] => {
  let isCode = false;
  return lines.map((line) => {
    const isBorder = isCode ? line.trimEnd() === '```' : fence.test(line);
    if (isBorder) isCode = !isCode;
    return isCode || isBorder;
  });
};

/** Puts headings on numbered questions that have none, if each has checkboxes of its own. */
const headNumbered = (lines: readonly string[], isCode: readonly boolean[]): readonly string[] => {
  if (lines.some((line) => /^##/.test(line) || exported.test(line))) return lines;
  const boxes = findNext(lines, (line) => checkbox.test(line));
  const starts = lines.flatMap((line, at) =>
    !isCode[at] && numbered.test(line) && boxes[at] !== at ? [at] : [],
  );
  const ends = [...starts.slice(1), lines.length];
  if (starts.some((at, index) => (boxes[at] ?? 0) >= (ends[index] ?? 0))) return lines;
  const headed = [...lines];
  for (const at of starts) headed[at] = headed[at]?.replace(numbered, '### $1') ?? '';
  return headed;
};

/** The level of the headings above checkboxes; 3 if none is, and in what an export wrote. */
const findLevel = (lines: readonly string[], isCode: readonly boolean[]) => {
  if (lines.some((line) => exported.test(line))) return 3;
  const counts = new Map<number, number>();
  let level = 0;
  for (const [at, line] of lines.entries()) {
    if (isCode[at]) continue;
    const [, marks = '', words = ''] = heading.exec(line) ?? [];
    if (marks !== '' && !explanation.test(line) && words !== '') level = marks.length;
    else if (level > 0 && checkbox.test(line)) {
      counts.set(level, (counts.get(level) ?? 0) + 1);
      level = 0;
    }
  }
  const [most = 3] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return counts.has(3) ? 3 : most;
};

/** Moves headings so that those of questions have three marks. Code stays as it is. */
const alignHeadings = (lines: readonly string[], isCode: readonly boolean[]) => {
  const level = findLevel(lines, isCode);
  if (level === 3) return lines;
  return lines.map((line, at) => {
    const [, marks = ''] = isCode[at] || explanation.test(line) ? [] : (heading.exec(line) ?? []);
    if (marks === '') return line;
    const moved = marks.length === level ? 3 : Math.min(marks.length, 2);
    return '#'.repeat(moved) + line.slice(marks.length);
  });
};

/**
 * Splits a file into questions. Code that is still open at a checkbox was never closed, and must not
 * swallow the next question. `stray` lists the lines outside of questions.
 */
export const splitMarkdown = (source: string): { blocks: Block[]; stray: number[] } => {
  const given = source.split('\n');
  const isCode = findCode(given);
  const lines = alignHeadings(headNumbered(given, isCode), isCode);
  const closings = findNext(lines, (line) => line.trimEnd() === '```');
  const boxes = findNext(lines, (line) => checkbox.test(line));
  const texts = findNext(lines, (line) => line.trim() !== '');
  const blocks: Block[] = [];
  const stray: number[] = [];
  let block: Block | undefined;
  /** A shared text, which goes in front of each question below it. */
  let shared: Line[] | undefined;
  let codeEnd = -1;
  let isFrontMatter = false;

  const open = (line: number, title: string, id?: string) => {
    block = { line, title, id, frontMatter: [], lines: [], hasStem: false, hasOptions: false };
    blocks.push(block);
    return block;
  };
  /** Adds a line to the current question or shared text. Returns false if there is neither. */
  const keep = (line: Line): boolean => {
    const holder = block?.lines ?? shared;
    holder?.push(line);
    return holder !== undefined;
  };
  /** Whether only questions or other headings follow a heading. */
  const isSection = (at: number) => {
    const next = lines[texts[at + 1] ?? lines.length];
    return next === undefined || heading.test(next) || checkbox.test(next);
  };
  const closesCode = (at: number) => {
    const closing = closings[at + 1] ?? lines.length;
    return closing < (block?.id === undefined ? (boxes[at + 1] ?? 0) : lines.length);
  };
  /** Whether a heading ends the question above it. A single "#" may be a shell comment. */
  const isEnd = (marks: string, at: number) =>
    marks === '##' || (marks === '#' && (!block || (block.hasOptions && isSection(at))));

  const addStem = (line: Line, stem: string) => {
    const isFirst = block?.id !== undefined && !block.hasStem;
    const holder = isFirst && block ? block : open(line.number, stem);
    Object.assign(holder, { title: stem, hasStem: true });
    if (!isFirst) holder.lines.push(...(shared ?? []));
    holder.lines.push({ ...line, text: stem });
  };
  const addText = (line: Line, at: number) => {
    const { number, text } = line;
    const isOwn = block?.id !== undefined;
    const [, marks = '', words = ''] = explanation.test(text) ? [] : (heading.exec(text) ?? []);
    if (!isOwn && isEnd(marks, at)) {
      block = undefined;
      shared = caseHeading.test(words) ? [] : undefined;
      return;
    }
    if (checkbox.test(text)) (block ?? open(number, text)).hasOptions = true;
    const isKept = keep(!isOwn && marks.length > 2 ? { ...line, text: words } : line);
    if (!isKept && text.trim() !== '' && !isOrnament(text)) stray.push(number);
  };

  for (const [at, text] of lines.entries()) {
    const line = { number: at + 1, text, isCode: at <= codeEnd };
    const [, id] = exported.exec(text) ?? [];
    const [isStem, stem = ''] = question.exec(text) ?? [];
    if (line.isCode) keep(line);
    else if (id !== undefined) {
      isFrontMatter = true;
      open(line.number, id, id);
    } else if (isFrontMatter && isStem === undefined) {
      isFrontMatter = text !== '-->';
      if (isFrontMatter) block?.frontMatter.push(text);
    } else if (fence.test(text) && closesCode(at)) {
      codeEnd = closings[at + 1] ?? lines.length;
      keep({ ...line, isCode: true });
    } else if (isStem !== undefined && !(block?.hasStem && explanation.test(text))) {
      isFrontMatter = false;
      addStem(line, stem);
    } else addText(line, at);
  }
  return { blocks, stray };
};
