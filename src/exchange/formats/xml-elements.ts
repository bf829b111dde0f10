import { readXml, type XmlToken } from '#bank/picture/xml-tokens.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { SourceFault } from '../item.ts';

/** Tells the line, from 1, of offsets that are asked for in rising order. */
const countLinesIn = (text: string) => {
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

export type XmlElement = {
  name: string;
  line: number;
  attributes: Map<string, string>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
};

const deepest = 40;
const withType = /<!DOCTYPE|<!ENTITY/i;
const noType =
  'The file has a document type or entities of its own, which are not taken: remove them.';
type Open = XmlElement & { parts: string[] };

const openElement = (token: Extract<XmlToken, { kind: 'open' }>, line: number): Open => ({
  name: token.name,
  line,
  attributes: new Map(token.attributes.map(({ name, value }) => [name, value])),
  children: [],
  text: '',
  parts: [],
});

/** Megabytes of comment are more than the token reader's expression can hold. */
function* readTokens(xml: string): Generator<XmlToken> {
  let at = 0;
  try {
    for (const token of readXml(xml)) {
      at = token.at;
      yield token;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    yield { kind: 'fault', at, message: 'holds a piece that is far too long, from here on' };
  }
}

/** Reads a strict XML file to its root element; anything unsound refuses the whole of it. */
export const readElements = (xml: string): Result<XmlElement, SourceFault> => {
  const lineAt = countLinesIn(xml);
  const type = withType.exec(xml);
  const fault = (line: number, message: string) => failed({ line, message });
  // Within CDATA it would be text, which the token reader then tells apart.
  if (type && xml.slice(0, type.index).lastIndexOf('<![CDATA[') === -1) {
    return fault(lineAt(type.index), noType);
  }
  const open: Open[] = [];
  let root: XmlElement | undefined;
  for (const token of readTokens(xml)) {
    const line = lineAt(token.at);
    const parent = open.at(-1);
    if (token.kind === 'fault') return fault(line, `The XML ${token.message}: correct it.`);
    if (token.kind === 'text') {
      if (parent) parent.parts.push(token.text);
      else if (token.text.trim() !== '')
        return fault(line, 'The XML has text outside its root: remove it.');
    } else if (token.kind === 'close') {
      const closed = open.pop();
      if (closed?.name !== token.name) {
        return fault(line, `The XML closes <${token.name}> where it is not open: correct it.`);
      }
      closed.text = closed.parts.join('');
    } else if (token.kind === 'open') {
      const element = openElement(token, line);
      if (open.length >= deepest) return fault(line, 'The XML is nested too deeply: simplify it.');
      if (parent) parent.children.push(element);
      else if (root) return fault(line, 'The XML has two roots: keep one <quiz>.');
      else root = element;
      if (!token.closed) open.push(element);
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) return fault(unclosed.line, `The XML never closes <${unclosed.name}>: correct it.`);
  return root ? success(root) : fault(1, 'The file is empty: a Moodle XML file has a <quiz>.');
};

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
