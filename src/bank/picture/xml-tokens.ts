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
    '<!--((?:[^-]|-(?!-))*)-->',
    '<!\\[CDATA\\[([^]*?)\\]\\]>',
    '<\\?(xml\\s[^?]*)\\?>',
    `</(${name})\\s*>`,
    `<(${name})((?:${attribute})*)\\s*(/?)>`,
    '([^<]+)',
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
  attributes.lastIndex = 0;
  for (let match = attributes.exec(text); match; match = attributes.exec(text)) {
    const value = decode(match[2] ?? match[3] ?? '');
    const key = match[1] ?? '';
    if (value === undefined) return unknownEntity;
    if (found.some((other) => other.name === key)) return `has the attribute ${key} twice`;
    found.push({ name: key, value });
  }
  return found;
};

/** The groups of `shapes` in order. Names for them in the expression would double its time. */
const toToken = (match: RegExpExecArray): XmlToken => {
  const [, comment, cdata, declaration, close, open, list = '', end, text = ''] = match;
  const at = match.index;
  if (open !== undefined) {
    const read = list === '' ? [] : readAttributes(list);
    if (typeof read === 'string') return { kind: 'fault', at, message: read };
    return { kind: 'open', at, name: open, attributes: read, closed: end === '/' };
  }
  if (close !== undefined) return { kind: 'close', at, name: close };
  if (declaration !== undefined) return { kind: 'declaration', at, text: declaration };
  if (comment !== undefined) return { kind: 'comment', at };
  if (cdata !== undefined) return { kind: 'text', at, text: cdata };
  const decoded = text.includes(']]>') ? undefined : decode(text);
  return decoded === undefined
    ? { kind: 'fault', at, message: unknownEntity }
    : { kind: 'text', at, text: decoded };
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
