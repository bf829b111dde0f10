/** A key after the questions: what is said of each number, or "twice" of one that is there twice. */
export type AnswerKey = ReadonlyMap<string, { answer: string; said: string[] } | 'twice'>;

const heading =
  /^[ \t#*_]*(?:(?:the[ \t]+)?(?:correct[ \t]+)?answers?(?:[ \t]+(?:key|sheet))?|key|keys|solutions?|lösung(?:en|sschlüssel)?|réponses|corrigé|respuestas|soluciones|risposte|respostas|gabarito|odpowiedzi|ответы|答案|解答|정답)[ \t*_]*[:：]?[ \t*_]*$/iu;
const several = /(\d{1,5})[ \t]*[.):–-]?[ \t]*\(?([A-Z](?:[ \t]?,[ \t]?[A-Z])*)\)?(?=[ \t,;]|$)/g;
const single = /^[ \t]*(?:(?:question|q)[ \t]*)?(\d{1,5})(?:[ \t]*[.):=–-][ \t]*|[ \t]+)(\S.*)$/is;

/** The entries of one line: `1. B`, `| 1 | B |`, `1-B 2-A`; empty for another line. */
const entriesOf = (line: string): (readonly [number: string, answer: string])[] => {
  const plain = line.replace(/[|*_]/g, ' ').trim();
  const all = [...plain.matchAll(several)].map(
    ([, number = '', answer = '']) => [number, answer] as const,
  );
  const rest = plain.replace(several, '').replace(/[\s,;]/g, '');
  if (all.length > 0 && rest === '') return all;
  const [, number, answer = ''] = single.exec(plain) ?? [];
  return number === undefined ? [] : [[number, answer.trim()]];
};

/** Lines of a table that hold no entry. */
const isRule = (line: string) => /^[\s|:-]*$|^[ \t]*\|[^|\d]*\|[^|\d]*\|/.test(line);

/** Reads a key that starts at a line; undefined if none does. Its text ends before `end`. */
export const readAnswerKey = (
  lines: readonly string[],
  start: number,
): { key: AnswerKey; end: number } | undefined => {
  if (!heading.test(lines[start] ?? '')) return undefined;
  const key = new Map<string, { answer: string; said: string[] } | 'twice'>();
  let last: { said: string[] } | undefined;
  let end = start + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    const entries = entriesOf(line);
    for (const [number, answer] of entries) {
      last = { said: [] };
      key.set(number, key.has(number) ? 'twice' : Object.assign(last, { answer }));
    }
    if (entries.length > 0 || isRule(line)) continue;
    if (!last || !/^[ \t]/.test(line)) break;
    last.said.push(line.trim());
  }
  return key.size > 0 ? { key, end } : undefined;
};
