import { readXml, type XmlDiagnostic } from '#bank/image/xml-reader.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { SourceDiagnostic } from '../item.ts';

export type XmlElement = {
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
};

const deepest = 40;

const describe: Record<XmlDiagnostic['kind'], (detail: string) => string> = {
  form: () => 'The XML is not well-formed here: correct it.',
  type: () =>
    'The file has a document type or entities of its own, which are not taken: remove them.',
  entity: () => 'The XML holds an unknown "&…;": write &amp; for a plain &.',
  twice: (name) => `The XML has the attribute ${name} twice: correct it.`,
  close: (name) => `The XML closes <${name}> where it is not open: correct it.`,
  unclosed: (name) => `The XML never closes <${name}>: correct it.`,
  outside: () => 'The XML has text outside its root: remove it.',
  roots: () => 'The XML has two roots: keep one <quiz>.',
  empty: () => 'The file is empty: a Moodle XML file has a <quiz>.',
};

/** Reads a strict XML file and returns its root element. Any mistake is a failure. */
export const readElements = (xml: string): Result<XmlElement, SourceDiagnostic> => {
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let deepLine: number | undefined;
  const reason = readXml(xml, {
    open: (name, attributes, line) => {
      const element = { name, line, attributes, children: [], text: '' };
      root ??= element;
      if (open.length >= deepest) deepLine ??= line;
      else open.at(-1)?.children.push(element);
      open.push(element);
    },
    text: (text) => {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    close: () => void open.pop(),
  });
  if (deepLine !== undefined) {
    return failed({ line: deepLine, message: 'The XML is nested too deeply: simplify it.' });
  }
  if (reason) return failed({ line: reason.line, message: describe[reason.kind](reason.detail) });
  return root ? success(root) : failed({ line: 1, message: describe.empty('') });
};

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
