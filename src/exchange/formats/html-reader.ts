import { failed, type Result, success } from '#contract/result.ts';
import type { LooseReference, PictureUse, Rich } from '../item.ts';

const words = (text: string) => new Set(text.split(' '));
/** They start a paragraph, or a line. */
const paragraphs = words('p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote hr figure');
const lineElements = words(
  'div li tr dt dd section article header footer center fieldset form thead tbody tfoot caption figcaption address main nav aside',
);
const inline = words(
  'a abbr acronym b bdi bdo big br cite code col colgroup data del dfn em font i img ins kbd label mark nobr o q rp rt ruby s samp small span strike strong sub sup td th time tt u var wbr html body script style head title meta link template noscript',
);
/** Browsers show nothing of what is in them. */
const hidden = words('script style template head title');
/** They show something that neither text nor picture can. */
const refused = words(
  'iframe object embed video audio canvas svg math applet input select textarea button map',
);
/** Whatever else looks like a tag is text. */
const known = new Set([...paragraphs, ...lineElements, ...inline, ...refused]);

// U+00A0 to U+00FF in order, then a few that editors write.
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const others: [string, string][] = [
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bull', '•'],
  ['euro', '€'],
  ['trade', '™'],
  ['larr', '←'],
  ['rarr', '→'],
  ['uarr', '↑'],
  ['darr', '↓'],
  ['le', '≤'],
  ['ge', '≥'],
  ['ne', '≠'],
  ['minus', '−'],
  ['infin', '∞'],
];
const named = new Map([
  ...latin
    .split(' ')
    .map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ...others,
  // Editors write it for a plain space that must not be lost.
  ['nbsp', ' '] as [string, string],
]);

const isCharacter = (code: number) =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

/** What `&name;`, `&#9;` or `&#x9;` stands for; itself when it is unknown, as browsers show it. */
const decodeEntity = (entity: string): string => {
  const name = entity.slice(1, -1);
  if (!name.startsWith('#')) return named.get(name) ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code === 160) return ' ';
  return isCharacter(code) ? String.fromCodePoint(code) : '\ufffd';
};

const entityShape = '&(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});';
const entities = new RegExp(entityShape, 'g');

const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(entities, decodeEntity) : text;

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
const readTag = (html: string, at: number): HtmlTag | undefined => {
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

const tokens = new RegExp(`${entityShape}|[ \\t\\n\\f\\r]+|[^& \\t\\n\\f\\r]+|&`, 'g');

/** Gathers text as a browser would lay it out: white space folds, blocks start on new lines. */
class TextPage {
  readonly pieces: (string | PictureUse)[] = [];
  private text: string[] = [];
  private hasContent = false;
  private breaks = 0;
  private hasSpace = false;

  private flush() {
    if (this.hasContent && this.breaks > 0) this.text.push('\n'.repeat(this.breaks));
    else if (this.hasSpace && this.hasContent) this.text.push(' ');
    this.hasContent = true;
    this.breaks = 0;
    this.hasSpace = false;
  }
  write(text: string) {
    this.flush();
    this.text.push(text);
  }
  space() {
    if (this.breaks === 0) this.hasSpace = true;
  }
  lineBreak() {
    this.breaks += 1;
    this.hasSpace = false;
  }
  block(least: number) {
    this.breaks = Math.max(this.breaks, least);
    this.hasSpace = false;
  }
  get isAtLineStart() {
    return !this.hasContent || this.breaks > 0;
  }
  picture(use: PictureUse) {
    this.flush();
    this.pieces.push(this.text.join(''), use);
    this.text = [];
  }
  end(): Rich {
    return [...this.pieces, this.text.join('')].filter((piece) => piece !== '');
  }
}

/** Writes HTML's text between tags; line breaks in it count when `isKept`. */
const writeText = (page: TextPage, raw: string, isKept: boolean): void => {
  for (const [token] of raw.matchAll(tokens)) {
    if (!/^[ \t\n\f\r]/.test(token)) {
      page.write(token.length > 1 && token[0] === '&' ? decodeEntity(token) : token);
    } else if (isKept) {
      token.split('\n').forEach((row, index) => {
        if (index > 0) page.lineBreak();
        if (row !== '') page.write(row);
      });
    } else page.space();
  }
};

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
