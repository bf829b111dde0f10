import { failed, type Result, success } from '#contract/result.ts';
import { hidden, known, lineElements, paragraphs, refused } from './html-elements.ts';
import { decodeEntities } from './html-entities.ts';
import { type HtmlTag, readTag } from './html-tag.ts';
import type { LooseReference, PictureUse, Rich } from './item.ts';
import { TextPage, writeText } from './text-page.ts';

/** The list in which an export keeps a question's references; see html-print.ts. */
export const referencesClass = 'certdeck-references';

export type HtmlReading = {
  /** What an `<img>`'s src stands for; the src itself when undefined. */
  findPicture?: (src: string) => PictureUse['target'] | undefined;
  /** Line breaks in the source are line breaks of the text. */
  keepBreaks?: boolean;
};

const reference = /<a href="([^"<>]*)">([^<]*)<\/a>/g;
const readReferences = (list: string): LooseReference[] =>
  [...list.matchAll(reference)].map(([, url = '', title = '']) => ({
    title: decodeEntities(title) || undefined,
    url: decodeEntities(url) || undefined,
  }));

type Answer = { rich: Rich; references: LooseReference[] };

type Scan = {
  html: string;
  at: number;
  page: TextPage;
  references: LooseReference[];
  reading: HtmlReading;
  depthOfPre: number;
  link: { href: string; at: number };
  /** False once a tag never ends: it would be looked for again from each `<` that follows. */
  hasTags: boolean;
};

const noLink = { href: '', at: 0 };

const startBlock = (page: TextPage, name: string) => {
  if (paragraphs.has(name)) page.block(2);
  else if (lineElements.has(name)) page.block(1);
};

const findEnd = (html: string, word: string, from: number) => {
  const found = html.indexOf(word, from);
  return found === -1 ? html.length : found;
};

/** An address would be lost with its tag unless the text has it. */
const closeLink = ({ html, page, link }: Scan, end: number) => {
  const { href, at } = link;
  if (/^https?:/i.test(href) && !html.slice(at, end).includes(href)) page.write(` (${href})`);
};

/** Takes a closing tag at `scan.at`; false when it is none. */
const readClosing = (scan: Scan): boolean => {
  const { html, page, at } = scan;
  const name = /^[A-Za-z][A-Za-z0-9]*/.exec(html.slice(at + 2, at + 30))?.[0].toLowerCase() ?? '';
  const end = html.indexOf('>', at);
  if (end === -1) scan.hasTags = false;
  if (end === -1 || !known.has(name)) return false;
  if (name === 'a') {
    closeLink(scan, at);
    scan.link = noLink;
  }
  if (name === 'pre') scan.depthOfPre = Math.max(0, scan.depthOfPre - 1);
  startBlock(page, name);
  scan.at = end + 1;
  return true;
};

const showElement = (scan: Scan, { name, attributes }: HtmlTag) => {
  const { page } = scan;
  const get = (key: string) => attributes.get(key) ?? '';
  if (name === 'img') {
    const src = get('src');
    page.picture({ alt: get('alt'), target: scan.reading.findPicture?.(src) ?? src });
  } else if (name === 'br') page.lineBreak();
  else if (name === 'a') scan.link = { href: get('href'), at: scan.at };
  else if ((name === 'td' || name === 'th') && !page.isAtLineStart) page.write('\t');
  else if (name === 'sup') page.write('^');
  else if (name === 'sub') page.write('_');
  else if (name === 'pre') scan.depthOfPre += 1;
  startBlock(page, name);
};

/** Takes an opening tag, with what it hides. */
const readOpening = (scan: Scan, tag: HtmlTag, lower: () => string) => {
  const { html, references } = scan;
  const { name, attributes, end } = tag;
  scan.at = end;
  if (hidden.has(name)) scan.at = findEnd(lower(), `</${name}`, end);
  else if (name === 'ul' && attributes.get('class') === referencesClass) {
    scan.at = findEnd(html, '</ul>', end);
    for (const found of readReferences(html.slice(end, scan.at))) references.push(found);
  } else showElement(scan, tag);
};

/**
 * Turns HTML into plain text with pictures. Nothing is run or fetched, scripts and styles go, and
 * what is no known tag is text: `List<String>` stays whole. Takes linear time.
 */
export const readHtml = (html: string, reading: HtmlReading = {}): Result<Answer, string> => {
  const page = new TextPage();
  const scan: Scan = {
    html,
    at: 0,
    page,
    references: [],
    reading,
    depthOfPre: 0,
    link: noLink,
    hasTags: true,
  };
  let lowered: string | undefined;
  const lower = () => {
    // Letter by letter: some others grow in lower case, and places would shift.
    lowered ??= html.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    return lowered;
  };
  while (scan.at < html.length) {
    const open = scan.hasTags ? findEnd(html, '<', scan.at) : html.length;
    const isKept = reading.keepBreaks === true || scan.depthOfPre > 0;
    writeText(page, html.slice(scan.at, open), isKept);
    scan.at = open;
    if (open === html.length) break;
    if (html.startsWith('<!--', open)) {
      // An unfinished comment hides the rest, in browsers too.
      scan.at = findEnd(html, '-->', open + 4) + 3;
      continue;
    }
    const next = html[open + 1] ?? '';
    if (next === '/' && readClosing(scan)) continue;
    const tag = /[A-Za-z]/.test(next) ? readTag(html, open) : undefined;
    if (/[A-Za-z]/.test(next) && !tag) scan.hasTags = false;
    if (tag && refused.has(tag.name)) return failed(`holds <${tag.name}>, which a question cannot`);
    if (tag && known.has(tag.name)) readOpening(scan, tag, lower);
    else {
      page.write('<');
      scan.at = open + 1;
    }
  }
  return success({ rich: page.end(), references: scan.references });
};
