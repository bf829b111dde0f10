import { SaxesParser } from 'saxes';

/** Why a text is not XML, or not of the accepted kind; `detail` is the name concerned. */
export type XmlDiagnostic = {
  kind: 'form' | 'type' | 'entity' | 'twice' | 'close' | 'unclosed' | 'outside' | 'roots' | 'empty';
  detail: string;
  line: number;
};

export type XmlEvents = {
  open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  close: (name: string, line: number) => void;
  /** Text and CDATA in pieces, with references resolved. */
  text: (text: string) => void;
  declaration?: (encoding: string, line: number) => void;
};

/** The meaning of saxes' messages; all others mean malformed XML. */
const meanings: [RegExp, XmlDiagnostic['kind']][] = [
  [/entity|character reference/i, 'entity'],
  [/^duplicate attribute: (.*)\.$/, 'twice'],
  [/^(?:unexpected close tag|unmatched closing tag)/, 'close'],
  [/^unclosed tag: (.*)\.?$/, 'unclosed'],
  [/outside of root/, 'outside'],
  [/only one root/, 'roots'],
  [/must contain a root/, 'empty'],
];

const classify = (message: string): Pick<XmlDiagnostic, 'kind' | 'detail'> => {
  for (const [pattern, kind] of meanings) {
    const match = pattern.exec(message);
    if (match) return { kind, detail: match[1] ?? '' };
  }
  return { kind: 'form', detail: '' };
};

/** Stops the parser at the first mistake. */
class Stop extends Error {}

/**
 * Reads strict XML without document types and processing instructions. Stops at the first mistake
 * and returns it. Takes linear time.
 */
export const readXml = (xml: string, events: XmlEvents): XmlDiagnostic | undefined => {
  const parser = new SaxesParser();
  let diagnostic: XmlDiagnostic | undefined;
  let tagLine = 1;
  const stop = (found: Pick<XmlDiagnostic, 'kind' | 'detail'>) => {
    diagnostic = { ...found, line: parser.line };
    throw new Stop();
  };
  parser.on('error', (error) => {
    const found = classify(error.message.replace(/^\d+:\d+: /, ''));
    // The parser reads an unfinished reference up to the end of the text.
    if (found.kind === 'unclosed' && /&(?!#?\w{1,30};)/.test(xml)) found.kind = 'entity';
    if (found.kind !== 'close') return stop(found);
    const read = xml.slice(Math.max(0, parser.position - 200), parser.position);
    stop({ kind: 'close', detail: /<\/([^\s<>]*)\s*>?$/.exec(read)?.[1] ?? '' });
  });
  parser.on('doctype', () => stop({ kind: 'type', detail: '' }));
  parser.on('processinginstruction', () => stop({ kind: 'form', detail: '' }));
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => events.declaration?.(encoding, parser.line));
  parser.on('opentagstart', () => {
    tagLine = parser.line;
  });
  parser.on('opentag', ({ name, attributes }) => events.open(name, attributes, tagLine));
  parser.on('closetag', ({ name }) => events.close(name, parser.line));
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  try {
    parser.write(xml).close();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return diagnostic;
};
