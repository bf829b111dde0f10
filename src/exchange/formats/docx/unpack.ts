import { failed, success } from '#contract/result.ts';
import { childOf, findAll, type XmlElement } from '../../markup/xml-tree.ts';
import { letterOf } from '../../records/answers.ts';
import type { Unpack } from '../format.ts';
import { openParts } from '../office-parts.ts';

const readValue = (element: XmlElement | undefined, name: string) =>
  findAll(element, name)[0]?.attributes['w:val'] ?? '';

/** The words of a paragraph, its line breaks and pictures. */
const printParagraph = (paragraph: XmlElement, images: ReadonlyMap<string, string>): string => {
  const parts: string[] = [];
  const collect = (element: XmlElement) => {
    for (const child of element.children) {
      const image = images.get(child.attributes['r:embed'] ?? '');
      if (child.name === 'w:t' || child.name === 'm:t') parts.push(child.text);
      else if (child.name === 'w:tab') parts.push('\t');
      else if (child.name === 'w:br') parts.push('\n');
      else if (child.name === 'a:blip') parts.push(`![](${image ?? 'picture'})`);
      // What was deleted, and the copy of a drawing for older readers.
      else if (child.name !== 'w:del' && child.name !== 'mc:Fallback') collect(child);
    }
  };
  collect(paragraph);
  return parts.join('');
};

/** Numbers the paragraphs of lists as Word shows them. */
const createNumbering = (numbering: XmlElement | undefined) => {
  const kinds = new Map(
    findAll(numbering, 'w:abstractNum').map((one) => [one.attributes['w:abstractNumId'], one]),
  );
  const lists = new Map(
    findAll(numbering, 'w:num').map((one) => [
      one.attributes['w:numId'],
      kinds.get(readValue(one, 'w:abstractNumId')),
    ]),
  );
  const counts = new Map<string, number>();
  let last = '';
  return (paragraph: XmlElement): string => {
    const properties = childOf(childOf(paragraph, 'w:pPr'), 'w:numPr');
    const list = readValue(properties, 'w:numId');
    const level = readValue(properties, 'w:ilvl') || '0';
    const kind = findAll(lists.get(list), 'w:lvl').find(
      ({ attributes }) => attributes['w:ilvl'] === level,
    );
    const format = readValue(kind, 'w:numFmt');
    const name = `${list}/${level}`;
    const isLettered = /^(?:upper|lower)Letter$/.test(format);
    // Letters start again below each question.
    const count = isLettered && last !== name ? 1 : (counts.get(name) ?? 0) + 1;
    last = name;
    if (!kind) return '';
    counts.set(name, count);
    if (format === 'bullet' || format === 'none') return '';
    return isLettered ? `${letterOf((count - 1) % 26)}. ` : `${count}. `;
  };
};

/** A document as plain text with its pictures. */
export const unpackDocx: Unpack = (files) => {
  const parts = openParts(files);
  const document = parts.read('word/document.xml');
  if (!document) return failed('It is no document that can be read.');
  const images = parts.targetsOf('word/document.xml');
  const labelOf = createNumbering(parts.read('word/numbering.xml'));
  const lines = findAll(document, 'w:p').map(
    (paragraph) => labelOf(paragraph) + printParagraph(paragraph, images),
  );
  const text = new TextEncoder().encode(lines.join('\n'));
  const media = files.filter(({ name }) => name.startsWith('word/media/'));
  return success([{ name: 'text.txt', bytes: text }, ...media]);
};
