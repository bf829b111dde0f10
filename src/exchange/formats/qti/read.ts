import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, noteOnce, type Reading } from '../../item.ts';
import { findAll, readXmlTree, type XmlElement } from '../../markup/xml-tree.ts';
import type { Reader, ReadText } from '../format.ts';
import { readItem } from './read-1.ts';
import { readAssessmentItem } from './read-2.ts';

/** IMS QTI: 1.2 as Canvas and Blackboard write it, and the items of 2.1; written as 1.2 for Canvas. */

/** A document type that names a schema elsewhere says nothing of its own. */
const withoutType = (text: string) =>
  text.replace(/<!DOCTYPE\s[^<>[\]]*>|<\?xml-[^<>?]*\?>/g, (found) => found.replace(/[^\n]/g, ''));

/** Files of a package that hold no questions. */
const others = ['manifest', 'assessmentTest', 'quiz'];

const read: ReadText = (text) => {
  const root = readXmlTree(withoutType(text));
  if (!root.ok) return root;
  const reading: Reading = emptyReading();
  const note = (lost: string) => noteOnce(reading, lost);
  const add = (item: XmlElement, one: Result<Item, string>) =>
    addItem(reading, `:${item.line}`, item.attributes.title ?? '', one);
  if (root.value.name === 'assessmentItem') {
    add(root.value, readAssessmentItem(root.value, note));
    return success(reading);
  }
  if (others.includes(root.value.name)) return success(reading);
  if (root.value.name !== 'questestinterop') {
    return failed({
      line: root.value.line,
      message: 'The root is neither <questestinterop> nor <assessmentItem>: export QTI.',
    });
  }
  for (const item of findAll(root.value, 'item')) add(item, readItem(item, note));
  return success(reading);
};

export const qtiReader: Reader = {
  read,
  looksLike: (text) =>
    /<(?:questestinterop|assessmentItem|assessmentTest|manifest)[\s>]|canvas\.instructure\.com/.test(
      text,
    ),
  shape: '<item> in <questestinterop>, or <assessmentItem>',
};
