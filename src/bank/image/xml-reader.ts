import { SaxesParser } from 'saxes';

/** Why a text is not XML, or not of the accepted kind: `what` follows "The picture" or the like. */
export type XmlDiagnostic = { kind: 'form' | 'type' | 'entity'; what: string; line: number };

export type XmlEvents = {
  open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  close: (name: string, line: number) => void;
  /** Text and CDATA in pieces, with references resolved. */
  text: (text: string) => void;
  declaration?: (encoding: string, line: number) => void;
};

type Mistake = Pick<XmlDiagnostic, 'kind' | 'what'>;

const isMalformed = 'is not well-formed here';
const form = (what: string): Mistake => ({ kind: 'form', what });
const entity: Mistake = {
  kind: 'entity',
  what: 'holds an unknown "&…;": write &amp; for a plain &',
};
const documentType: Mistake = {
  kind: 'type',
  what: `${isMalformed} (document types are not accepted)`,
};

/** What saxes' messages mean; all others mean malformed XML. */
const meanings: [RegExp, (name: string) => string][] = [
  [/^duplicate attribute: (.*)\.$/, (name) => `has the attribute ${name} twice`],
  [/^unclosed tag: (.*)\.?$/, (name) => `never closes <${name}>`],
  [/outside of root/, () => 'has text outside <svg>'],
  [/only one root|must contain a root/, () => 'should hold one <svg>'],
];

const classify = (message: string): Mistake => {
  for (const [pattern, describe] of meanings) {
    const match = pattern.exec(message);
    if (match) return form(describe(match[1] ?? ''));
  }
  return form(isMalformed);
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
  const stop = (mistake: Mistake) => {
    diagnostic = { ...mistake, line: parser.line };
    throw new Stop();
  };
  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+: /, '');
    // The parser reads an unfinished reference up to the end of the text.
    const isUnfinished = message.startsWith('unclosed tag') && /&(?!#?\w{1,30};)/.test(xml);
    if (isUnfinished || /entity|character reference/i.test(message)) return stop(entity);
    if (!/^(?:unexpected close tag|unmatched closing tag)/.test(message)) {
      return stop(classify(message));
    }
    const read = xml.slice(Math.max(0, parser.position - 200), parser.position);
    const [, name = ''] = /<\/([^\s<>]*)\s*>?$/.exec(read) ?? [];
    stop(form(`closes <${name}> where it is not open`));
  });
  parser.on('doctype', () => stop(documentType));
  parser.on('processinginstruction', () => stop(form(isMalformed)));
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
