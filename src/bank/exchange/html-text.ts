import { failed, type Result, success } from '#contract/result.ts';
import { decodeEntities } from './html-entities.ts';
import { readTag } from './html-tag.ts';
import type { LooseReference, PictureUse, Rich } from './item.ts';
import { TextPage, writeText } from './text-page.ts';

const words = (text: string) => new Set(text.split(' '));
const paragraphs = words('p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote hr figure');
const lines = words(
  'div li tr dt dd section article header footer center fieldset form thead tbody tfoot caption figcaption address main nav aside',
);
const inline = words(
  'a abbr acronym b bdi bdo big br cite code col colgroup data del dfn em font i img ins kbd label mark nobr o q rp rt ruby s samp small span strike strong sub sup td th time tt u var wbr html body script style head title meta link template noscript',
);
const hidden = words('script style template head title');
const refused = words(
  'iframe object embed video audio canvas svg math applet input select textarea button map',
);
const known = new Set([...paragraphs, ...lines, ...inline, ...refused]);

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

/**
 * Turns HTML into plain text with pictures. Nothing is run or fetched, scripts and styles go, and
 * what is no known tag is text: `List<String>` stays whole. Takes linear time.
 */
export const readHtml = (
  html: string,
  { findPicture, keepBreaks = false }: HtmlReading = {},
): Result<Answer, string> => {
  const page = new TextPage();
  const references: LooseReference[] = [];
  let link: { href: string; at: number } | undefined;
  let depthOfPre = 0;
  let hasTags = true;
  let lower: string | undefined;
  let at = 0;
  const write = (end: number) => writeText(page, html.slice(at, end), keepBreaks || depthOfPre > 0);
  const closeLink = () => {
    const { href, at: start } = link ?? { href: '', at };
    link = undefined;
    if (/^https?:/i.test(href) && !html.slice(start, at).includes(href)) page.write(` (${href})`);
  };
  while (at < html.length) {
    const open = hasTags ? html.indexOf('<', at) : -1;
    if (open === -1) {
      write(html.length);
      break;
    }
    write(open);
    at = open;
    const next = html[open + 1] ?? '';
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      // An unfinished comment hides the rest, in browsers too.
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    if (next === '/') {
      const name = /^[A-Za-z][A-Za-z0-9]*/.exec(html.slice(open + 2, open + 30))?.[0].toLowerCase();
      const end = html.indexOf('>', open);
      if (name !== undefined && known.has(name) && end !== -1) {
        if (name === 'a') closeLink();
        if (name === 'pre') depthOfPre = Math.max(0, depthOfPre - 1);
        if (paragraphs.has(name)) page.block(2);
        else if (lines.has(name)) page.block(1);
        at = end + 1;
        continue;
      }
      if (end === -1) hasTags = false;
    }
    const tag = /[A-Za-z]/.test(next) ? readTag(html, open) : undefined;
    if (!tag || !known.has(tag.name)) {
      // A tag that never ends would be looked for again from each `<` that follows.
      if (/[A-Za-z]/.test(next) && !tag) hasTags = false;
      page.write('<');
      at = open + 1;
      continue;
    }
    const { name, attributes, end } = tag;
    if (refused.has(name)) return failed(`holds <${name}>, which a question cannot`);
    at = end;
    if (hidden.has(name)) {
      lower ??= html.toLowerCase();
      const close = lower.indexOf(`</${name}`, end);
      at = close === -1 ? html.length : close;
    } else if (name === 'ul' && attributes.get('class') === referencesClass) {
      const close = html.indexOf('</ul>', end);
      const stop = close === -1 ? html.length : close;
      references.push(...readReferences(html.slice(end, stop)));
      at = stop;
    } else if (name === 'img') {
      const src = attributes.get('src') ?? '';
      page.picture({ alt: attributes.get('alt') ?? '', target: findPicture?.(src) ?? src });
    } else if (name === 'br') page.lineBreak();
    else if (name === 'a') link = { href: attributes.get('href') ?? '', at };
    else if (name === 'td' || name === 'th') {
      if (!page.isAtLineStart) page.write('\t');
    } else if (name === 'sup') page.write('^');
    else if (name === 'sub') page.write('_');
    if (name === 'pre') depthOfPre += 1;
    if (paragraphs.has(name)) page.block(2);
    else if (lines.has(name)) page.block(1);
  }
  return success({ rich: page.end(), references });
};
