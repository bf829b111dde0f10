import { Parser } from 'htmlparser2';
import { failed, type Result, success } from '#contract/result.ts';
import type { Reference } from '../item.ts';
import { referencesClass } from './html-printer.ts';

/** Elements that can't become text or an image. */
const refused =
  /<\/?(iframe|object|embed|video|audio|canvas|svg|math|applet|input|select|textarea|button|map)(?=[\s/>])[^<>]*>?/gi;
const elements =
  'a|abbr|acronym|address|article|aside|b|bdi|bdo|big|blockquote|body|br|caption|center|cite|code|col|colgroup|data|dd|del|dfn|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|img|ins|kbd|label|legend|li|link|main|mark|meta|nav|nobr|noscript|ol|p|pre|q|rp|rt|ruby|s|samp|script|section|small|span|strike|strong|style|sub|sup|table|tbody|td|template|tfoot|th|thead|time|title|tr|tt|u|ul|var|wbr';
/** A comment, a whole tag of a known element, or a lone "<". */
const tag = new RegExp(
  `<(?:!--[\\s\\S]*?-->|/?(?:${elements})(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>)?`,
  'gi',
);

const dropped = new Set(['script', 'style', 'template', 'title']);
const paragraphs =
  'address article aside blockquote center dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav noscript ol p pre section table tbody tfoot thead ul';
/** The line breaks around each block. */
const gaps = new Map([
  ...paragraphs.split(' ').map((name) => [name, '\n\n'] as const),
  ...['div', 'dt', 'dd', 'li', 'tr'].map((name) => [name, '\n'] as const),
  ...['td', 'th'].map((name) => [name, ''] as const),
]);

/** Plain white space collapses, so noncharacters stand in for the spaces and tabs to keep. */
const KEPT_SPACE = '\ufdd0';
const KEPT_TAB = '\ufdd1';

const restoreSpaces = (text: string) => text.replaceAll(KEPT_SPACE, ' ').replaceAll(KEPT_TAB, '\t');

const longestHtml = 40 * 1024;
const mostTags = 1000;

export type HtmlOptions = {
  /** Keeps line breaks of the source. */
  keepBreaks?: boolean;
  /** Collects the references of an export. */
  references?: Reference[];
  /** Drops elements that can't become text instead of failing. */
  isLenient?: boolean;
};

/** An open element with the text of its content so far. */
type Frame = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  /** Whether white space in it counts. */
  isCode: boolean;
  hasImage: boolean;
  /** The language of the code in it. */
  language: string;
  /** The list items or cells in it so far. */
  items: number;
  /** Which of its parent's items it is. */
  number: number;
};

/** Joins two texts. Where line breaks meet, the longer run stays, up to an empty line. */
const joinBlocks = (before: string, after: string): string => {
  let end = before.length;
  while (before[end - 1] === '\n') end -= 1;
  const start = after.search(/[^\n]|$/);
  const breaks = Math.min(2, Math.max(before.length - end, start));
  return before.slice(0, end) + '\n'.repeat(breaks) + after.slice(start);
};

const printFence = ({ text, hasImage, language }: Frame) => {
  const code = text.replace(/\n$/, '');
  if (code.trim() === '' || hasImage || /^```[ \t]*$/m.test(code)) return `\n\n${code}\n\n`;
  return `\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n`;
};

const printInlineCode = (content: string) => {
  const rows = content.split('\n').map((row) => row.trim());
  const code = rows.length > 1 ? rows.filter(Boolean).join(' ') : content;
  return code.trim() === '' || code.includes('`') ? code.trim() : `\`${code}\``;
};

const printLink = (content: string, href = '') =>
  /^https?:/i.test(href) && !content.includes(href) ? `${content} (${href})` : content;

/** Puts a mark between a word and the space before it. */
const printMarked = (text: string, mark: string) => text.replace(/^ ?(?=.)/s, `$&${mark}`);

const printBlock = ({ name, text, number }: Frame, parent: Frame) => {
  const gap = gaps.get(name);
  if (gap === '') return number > 1 ? KEPT_TAB + text : text;
  if (text === '') return '\n\n';
  if (name === 'li') return `\n${parent.name === 'ol' ? `${number}.` : '-'} ${text.trim()}\n`;
  const around = parent.name === 'li' && /^[ou]l$/.test(name) ? '\n' : gap;
  return around + text + around;
};

/** The text of an element in the bank's dialect, in which only code and images are markup. */
const printElement = (frame: Frame, parent: Frame): string => {
  const { name, text, attributes } = frame;
  if (dropped.has(name) || attributes.class === referencesClass) return '';
  if (name === 'pre') return printFence(frame);
  if (name === 'code') return printInlineCode(text);
  if (name === 'a') return printLink(text, attributes.href);
  if (name === 'sup') return printMarked(text, '^');
  if (name === 'sub') return printMarked(text, '_');
  return gaps.has(name) ? printBlock(frame, parent) : text;
};

const printImage = ({ src = '', alt = '' }: Frame['attributes']) =>
  `![${alt}](${src.replaceAll('(', '%28').replaceAll(')', '%29')})`;

const openFrame = (name: string, attributes: Frame['attributes'], parent?: Frame): Frame => {
  const [, language = ''] = /(?:^|\s)language-([\w+#.-]+)/.exec(attributes.class ?? '') ?? [];
  const isCode = parent?.isCode || name === 'pre' || name === 'code';
  if (parent && (name === 'li' || gaps.get(name) === '')) parent.items += 1;
  const number = parent?.items ?? 0;
  const hasImage = name === 'img';
  const text = { br: '\n', hr: '---', img: hasImage ? printImage(attributes) : '' }[name] ?? '';
  return { name, attributes, text, isCode, hasImage, language, items: 0, number };
};

/** Handles the parser's events: each element is printed into its parent when it closes. */
class DialectPrinter {
  frame = openFrame('', {});
  readonly references: Reference[] = [];
  private readonly parents: Frame[] = [];
  /** Whether white space precedes the next word. At the start of a line it is ignored. */
  private space: 'none' | 'pending' | 'ignored' = 'ignored';

  onopentag(name: string, attributes: Frame['attributes']) {
    const parent = this.frame;
    if (!parent.isCode) this.spaceBefore(name);
    this.parents.push(parent);
    this.frame = openFrame(name, attributes, parent);
  }

  private spaceBefore(name: string) {
    if (name === 'img' || name === 'code') {
      if (this.space === 'pending') this.frame.text += ' ';
      this.space = 'none';
    } else if (name === 'br' || gaps.has(name)) this.space = 'ignored';
  }

  ontext(text: string) {
    if (this.frame.isCode) {
      this.frame.text += text;
      return;
    }
    const words = text.replace(/[ \t\n]+/g, ' ');
    if (words.startsWith(' ') && this.space === 'none') this.space = 'pending';
    if (words === ' ' || words === '') return;
    const spaced = (this.space === 'pending' ? ' ' : '') + words.replace(/^ | $/g, '');
    this.frame.text = joinBlocks(this.frame.text, spaced);
    this.space = words.endsWith(' ') ? 'pending' : 'none';
  }

  onclosetag() {
    const frame = this.frame;
    const parent = this.parents.pop() ?? frame;
    this.frame = parent;
    if (frame.name === 'a') this.addReference(frame);
    parent.hasImage ||= frame.hasImage;
    if (parent.isCode) parent.text += frame.text;
    else parent.text = joinBlocks(parent.text, printElement(frame, parent));
    if (parent.isCode) parent.language ||= frame.language;
    else if (gaps.has(frame.name)) this.space = 'ignored';
  }

  private addReference({ text, attributes }: Frame) {
    if (!this.parents.some((frame) => frame.attributes.class === referencesClass)) return;
    const title = restoreSpaces(text) || undefined;
    this.references.push({ title, url: attributes.href || undefined });
  }
}

/** Whether a text of unknown format is HTML: a single element, or text with entities. */
export const looksLikeHtml = (text: string): boolean => {
  const [, name] = /^\s*<(p|div|ul|ol|h[1-6]|pre|table|blockquote)[\s>]/i.exec(text) ?? [];
  const isWrapped = name && text.trimEnd().toLowerCase().endsWith(`</${name.toLowerCase()}>`);
  if (isWrapped || /&(?:quot|#0?39|apos|nbsp|[lr][sd]quo);/.test(text)) return true;
  // Prose that only mentions a tag has spaces around it, or has it in code.
  const words = text.replace(/`[^`\n]*`/g, '');
  return (
    /(?<=\S)<br ?\/?>|<br ?\/?>(?=\S)|&(?:amp|lt|gt|#\d{2,4});/i.test(words) ||
    /<(code|strong|em|sub|sup|kbd)>[^<>]{1,500}<\/\1>/i.test(words)
  );
};

/**
 * Turns HTML into the bank's dialect. Nothing is run or fetched, scripts and styles are dropped, and
 * unknown tags are text: `List<String>` stays complete.
 */
export const readHtml = (source: string, options: HtmlOptions = {}): Result<string, string> => {
  const html = options.isLenient ? source.replace(refused, '') : source;
  const [, name] = html.matchAll(refused).next().value ?? [];
  if (name) return failed(`holds <${name.toLowerCase()}>, which a question cannot`);
  const bare = html.replace(/data:image\/[\w+]+;base64,[A-Za-z0-9+/]*/g, '');
  if (bare.length > longestHtml) return failed('has a text far too long for a question');
  if (bare.split(/<[a-z]/i).length > mostTags) return failed('has far too much markup');
  // Most texts hold no markup.
  if (!/[<&]/.test(html)) {
    return success(html.replace(options.keepBreaks ? /[ \t]+/g : /[ \t\n]+/g, ' '));
  }
  const escaped = html
    .replace(/&(?:nbsp|#160|#xa0);/gi, KEPT_SPACE)
    .replace(/&#(?:9|x9);/gi, KEPT_TAB)
    .replace(tag, (found) => (found === '<' ? '&lt;' : found));
  const shown = options.keepBreaks
    ? escaped.replace(/<[^<>]*>|\n/g, (found) => (found === '\n' ? '<br>' : found))
    : escaped;
  const printer = new DialectPrinter();
  // HTML ignores a line break right after <pre>.
  new Parser(printer).end(shown.replace(/(<pre[^<>]*>)\n/gi, '$1'));
  options.references?.push(...printer.references);
  return success(restoreSpaces(printer.frame.text.replace(/^[\t\n]+/, '').trimEnd()));
};
