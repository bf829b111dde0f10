/** A strict reader of the XML that pictures need: no document type, hence no entities of its own. */
export type XmlAttribute = { name: string; value: string };
export type XmlToken =
  | { kind: 'open'; at: number; name: string; attributes: XmlAttribute[]; closed: boolean }
  | { kind: 'close'; at: number; name: string }
  | { kind: 'text'; at: number; text: string }
  | { kind: 'comment'; at: number }
  | { kind: 'declaration'; at: number; text: string }
  | { kind: 'fault'; at: number; message: string };

const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const attribute = `\\s+${name}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
const shapes = new RegExp(
  [
    '<!--(?<comment>(?:[^-]|-(?!-))*)-->',
    '<!\\[CDATA\\[(?<cdata>[^]*?)\\]\\]>',
    '<\\?(?<declaration>xml\\s[^?]*)\\?>',
    `</(?<close>${name})\\s*>`,
    `<(?<open>${name})(?<attributes>(?:${attribute})*)\\s*(?<closed>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
);
const attributes = new RegExp(`\\s+(${name})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const reference = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]+));|&/g;

const isXmlCharacter = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code < 0xd800) ||
  (code >= 0xe000 && code <= 0x10ffff && code !== 0xfffe && code !== 0xffff);

/** Text with its character references resolved; undefined when one is unknown or unfinished. */
const decode = (text: string): string | undefined => {
  if (!text.includes('&')) return text;
  let known = true;
  const decoded = text.replace(reference, (_, decimal, hex, word) => {
    if (word !== undefined && Object.hasOwn(named, word)) return named[word] ?? '';
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
    if (isXmlCharacter(code)) return String.fromCodePoint(code);
    known = false;
    return '';
  });
  return known ? decoded : undefined;
};

const unknownEntity = 'holds an unknown "&…;": write &amp; for a plain &';

const readAttributes = (text: string): XmlAttribute[] | string => {
  const found: XmlAttribute[] = [];
  for (const match of text.matchAll(attributes)) {
    const value = decode(match[2] ?? match[3] ?? '');
    const key = match[1] ?? '';
    if (value === undefined) return unknownEntity;
    if (found.some((other) => other.name === key)) return `has the attribute ${key} twice`;
    found.push({ name: key, value });
  }
  return found;
};

const toToken = (match: RegExpExecArray): XmlToken => {
  const at = match.index;
  const groups = match.groups ?? {};
  if (groups.open !== undefined) {
    const read = readAttributes(groups.attributes ?? '');
    if (typeof read === 'string') return { kind: 'fault', at, message: read };
    return { kind: 'open', at, name: groups.open, attributes: read, closed: groups.closed === '/' };
  }
  if (groups.close !== undefined) return { kind: 'close', at, name: groups.close };
  if (groups.declaration !== undefined)
    return { kind: 'declaration', at, text: groups.declaration };
  if (groups.comment !== undefined) return { kind: 'comment', at };
  if (groups.cdata !== undefined) return { kind: 'text', at, text: groups.cdata };
  const text = groups.text?.includes(']]>') ? undefined : decode(groups.text ?? '');
  return text === undefined
    ? { kind: 'fault', at, message: unknownEntity }
    : { kind: 'text', at, text };
};

/** Reads up to the first fault. */
export function* readXml(xml: string): Generator<XmlToken> {
  let at = 0;
  while (at < xml.length) {
    shapes.lastIndex = at;
    const match = shapes.exec(xml);
    if (!match) {
      yield {
        kind: 'fault',
        at,
        message: 'is not well-formed here (document types are not taken)',
      };
      return;
    }
    const token = toToken(match);
    yield token;
    if (token.kind === 'fault') return;
    at += match[0].length;
  }
}
