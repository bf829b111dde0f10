import { decodeEntities } from './html-entities.ts';

export type HtmlTag = { name: string; attributes: Map<string, string>; end: number };

const nameShape = /[A-Za-z][A-Za-z0-9]*/y;
const attributeShape =
  /[\s/]*([^\s=>/"'][^\s=>/]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y;
const endShape = /[\s/]*>/y;

const match = (shape: RegExp, text: string, at: number) => {
  shape.lastIndex = at;
  return shape.exec(text);
};

/** Reads an opening tag that starts with the `<` at `at`; undefined when it is none. */
export const readTag = (html: string, at: number): HtmlTag | undefined => {
  const name = match(nameShape, html, at + 1)?.[0];
  if (name === undefined) return undefined;
  const attributes = new Map<string, string>();
  for (let next = at + 1 + name.length; ; ) {
    const end = match(endShape, html, next);
    if (end) return { name: name.toLowerCase(), attributes, end: next + end[0].length };
    const found = match(attributeShape, html, next);
    if (!found) {
      // A stray quote or the like; only a tag that never ends is none.
      next += 1;
      if (next >= html.length) return undefined;
      continue;
    }
    const key = (found[1] ?? '').toLowerCase();
    const value = found[2] ?? found[3] ?? found[4] ?? '';
    if (!attributes.has(key)) attributes.set(key, decodeEntities(value));
    next += found[0].length;
  }
};

/** Reads an `<img>` at `at`. Only so much is looked at, so that broken ones cost little. */
export const readImageTag = (text: string, at: number) => {
  const tag = readTag(text.slice(at, at + 2000), 0);
  if (tag?.name !== 'img') return undefined;
  const { attributes, end } = tag;
  return { src: attributes.get('src') ?? '', alt: attributes.get('alt') ?? '', end: at + end };
};
