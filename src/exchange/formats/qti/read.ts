import { failed, success } from '#contract/result.ts';
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

const read: ReadText = (text, note) => {
  const root = readXmlTree(withoutType(text));
  if (!root.ok) return root;
  const readAll = (items: readonly XmlElement[], readOne: typeof readItem) =>
    success(
      items.map((item) => ({
        place: `:${item.line}`,
        title: item.attributes.title ?? '',
        item: readOne(item, note),
      })),
    );
  if (root.value.name === 'assessmentItem') return readAll([root.value], readAssessmentItem);
  if (others.includes(root.value.name)) return success([]);
  if (root.value.name !== 'questestinterop') {
    return failed({
      line: root.value.line,
      message: 'The root is neither <questestinterop> nor <assessmentItem>: export QTI.',
    });
  }
  return readAll(findAll(root.value, 'item'), readItem);
};

export const qtiReader: Reader = {
  read,
  looksLike: (text) =>
    /<(?:questestinterop|assessmentItem|assessmentTest|manifest)[\s>]|canvas\.instructure\.com/.test(
      text,
    ),
  shape: '<item> in <questestinterop>, or <assessmentItem>',
};
