import type { LocalDiagnostic } from '#bank/diagnostic.ts';
import { readXml } from '#bank/image/xml-reader.ts';
import { failed, type Result, success } from '#contract/result.ts';

export type XmlElement = {
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
  /** Its text and its children as they follow each other. */
  content: (string | XmlElement)[];
};

const messages: Record<string, string> = {
  type: 'The file has a document type or entities of its own, which are not taken: remove them.',
  entity: 'The XML holds an unknown "&…;": write &amp; for a plain &.',
};

/** No format nests deeper, and readers of deeper trees would run out of stack. */
const deepest = 200;

const createElement = (
  name: string,
  attributes: XmlElement['attributes'],
  line: number,
): XmlElement => ({ name, line, attributes, children: [], text: '', content: [] });

/** Reads strict XML and returns its root element. Any mistake is a failure. */
export const readXmlTree = (xml: string): Result<XmlElement, LocalDiagnostic> => {
  const file = createElement('', {}, 1);
  let current = file;
  const parents: XmlElement[] = [];
  let tooDeep: number | undefined;
  const broken = readXml(xml, {
    open: (name, attributes, line) => {
      if (tooDeep !== undefined) return;
      const element = createElement(name, attributes, line);
      current.children.push(element);
      current.content.push(element);
      parents.push(current);
      if (parents.length > deepest) tooDeep ??= line;
      current = element;
    },
    text: (text) => {
      current.text += text;
      current.content.push(text);
    },
    close: () => {
      if (tooDeep !== undefined) return;
      current = parents.pop() ?? file;
    },
  });
  const [root] = file.children;
  if (!broken && tooDeep !== undefined) {
    return failed({ line: tooDeep, message: 'The XML is nested too deeply here.' });
  }
  if (!broken && root) return success(root);
  const { kind = '', line = 1 } = broken ?? {};
  return failed({
    line,
    message: messages[kind] ?? 'The XML is not well-formed here: correct it.',
  });
};

/** Every element below one that has the name, in the order of the file, but none within another. */
export const findAll = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.flatMap((child) => (child.name === name ? [child] : findAll(child, name))) ??
  [];

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
