import TurndownService from 'turndown';
import { indexOfMarker, markers } from '#bank/parse/question-source.ts';
import { splitCode, splitFences } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { Reference } from '../item.ts';
import type { OutgoingImage } from '../outgoing.ts';

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

/** Turndown collapses plain spaces and tabs. Noncharacters stand in for those to keep. */
const KEPT_SPACE = '\ufdd0';
const KEPT_TAB = '\ufdd1';

const restoreSpaces = (text: string) => text.replaceAll(KEPT_SPACE, ' ').replaceAll(KEPT_TAB, '\t');

/** The class of the list in which an export keeps a question's references. */
const referencesClass = 'certdeck-references';

const longestHtml = 40 * 1024;
/** Limits the depth of the document, since Turndown calls itself for each level. */
const mostTags = 1000;

export type HtmlOptions = {
  /** Finds the address of an image by its src; the src itself is used when undefined. */
  findImage?: ((src: string) => string | undefined) | undefined;
  /** Keeps line breaks of the source. */
  keepBreaks?: boolean;
  /** Takes the references of an export. */
  references?: Reference[];
  /** Leaves out elements that can't become text, in place of failing. */
  isLenient?: boolean;
};

/** The parts in use of an element; the DOM's types are the browser's. */
type Tag = {
  tagName: string;
  textContent: string;
  nextElementSibling: Tag | null;
  getAttribute: (name: string) => string | null;
  closest: (selector: string) => Tag | null;
  querySelector: (selector: string) => Tag | null;
  querySelectorAll: (selector: string) => ArrayLike<Tag>;
};

const languageOf = (node: Tag | null) =>
  /(?:^|\s)language-([\w+#.-]+)/.exec(node?.getAttribute('class') ?? '')?.[1] ?? '';

const printFence = (content: string, pre: Tag) => {
  const code = content.replace(/\n$/, '');
  if (pre.querySelector('img') || /^```[ \t]*$/m.test(code)) return `\n\n${code}\n\n`;
  const language = languageOf(pre) || languageOf(pre.querySelector('code'));
  return `\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n`;
};

const printInlineCode = (content: string) => {
  const lines = content.split('\n').map((line) => line.trim());
  const code = lines.length > 1 ? lines.filter(Boolean).join(' ') : content;
  return code === '' || code.includes('`') ? code : `\`${code}\``;
};

const printLink = (content: string, link: Tag) => {
  const href = link.getAttribute('href') ?? '';
  return /^https?:/i.test(href) && !content.includes(href) ? `${content} (${href})` : content;
};

const printListItem = (content: string, item: Tag) => {
  const number = Array.from(item.closest('ol, ul')?.querySelectorAll('li') ?? []).indexOf(item) + 1;
  const mark = item.closest('ol, ul')?.tagName === 'OL' ? `${number}.` : '-';
  return `\n${mark} ${content.trim()}\n`;
};

/** A Turndown service that writes the bank's dialect, in which only code and images are markup. */
const createConverter = ({ findImage, references }: HtmlOptions) => {
  const converter = new TurndownService({ br: '', hr: '---', preformattedCode: true });
  converter.escape = (text) => text;
  type Replace = (content: string, node: Tag) => string;
  const rules: [elements: TurndownService.Filter, replace: Replace][] = [
    [['strong', 'b', 'em', 'i'], (content) => content],
    [['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'], (content) => `\n\n${content}\n\n`],
    [['div', 'tr', 'dt', 'dd'], (content) => `\n${content}\n`],
    [
      ['td', 'th'],
      (content, cell) => (cell.nextElementSibling ? `${content}${KEPT_TAB}` : content),
    ],
    ['li', printListItem],
    ['a', printLink],
    ['sup', (content) => `^${content}`],
    ['sub', (content) => `_${content}`],
    ['code', (content, code) => (code.closest('pre') ? content : printInlineCode(content))],
    [
      'pre',
      (content, pre) => printFence(pre.querySelector('br, img') ? content : pre.textContent, pre),
    ],
    [
      'img',
      (_, image) => {
        const src = image.getAttribute('src') ?? '';
        const address = (findImage?.(src) ?? src).replaceAll('(', '%28').replaceAll(')', '%29');
        return `![${image.getAttribute('alt') ?? ''}](${address})`;
      },
    ],
    [
      (node) => (node as unknown as Tag).getAttribute('class') === referencesClass,
      (_, list) => {
        for (const link of Array.from(list.querySelectorAll('a'))) {
          references?.push({
            title: restoreSpaces(link.textContent) || undefined,
            url: link.getAttribute('href') || undefined,
          });
        }
        return '';
      },
    ],
  ];
  for (const [index, [filter, replace]] of rules.entries()) {
    converter.addRule(String(index), {
      filter,
      replacement: (content, node) => replace(content, node as unknown as Tag),
    });
  }
  return converter.remove(['script', 'style', 'template', 'head', 'title']);
};

/** Whether a text without a stated format is HTML: all of it an element, or with entities in it. */
export const looksLikeHtml = (text: string): boolean => {
  const [, name] = /^\s*<(p|div|ul|ol|h[1-6]|pre|table|blockquote)[\s>]/i.exec(text) ?? [];
  const isWrapped = name && text.trimEnd().toLowerCase().endsWith(`</${name.toLowerCase()}>`);
  return Boolean(isWrapped) || /&(?:quot|#0?39|apos|nbsp|[lr][sd]quo);/.test(text);
};

/**
 * Turns HTML into the bank's Markdown. Nothing is run or fetched, scripts and styles are dropped,
 * and unknown tags are text: `List<String>` stays complete.
 */
export const readHtml = (source: string, options: HtmlOptions = {}): Result<string, string> => {
  const html = options.isLenient ? source.replace(refused, '') : source;
  const [, name] = html.matchAll(refused).next().value ?? [];
  if (name) return failed(`holds <${name.toLowerCase()}>, which a question cannot`);
  const bare = html.replace(/data:image\/[\w+]+;base64,[A-Za-z0-9+/]*/g, '');
  if (bare.length > longestHtml) return failed('has a text far too long for a question');
  if (bare.split(/<[a-z]/i).length > mostTags) return failed('has far too much markup');
  // Most texts hold no markup, and the library takes a while for each.
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
  return success(restoreSpaces(createConverter(options).turndown(shown)));
};

/** Escapes text for HTML and XML, in attributes too. Tabs would not survive in GIFT and Anki. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"'\t\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const printWords = (text: string) =>
  escapeMarkup(text)
    .replaceAll('&#10;', '<br>')
    .replace(/(?<= |<br>) | (?=<br>)/g, '&nbsp;');

const keepEnds = (html: string) => html.replace(/^ | $/g, '&nbsp;');

/** Prints text that stays within a line, such as an option, as HTML. */
export const printInline = (text: string, images: readonly OutgoingImage[] = []): string =>
  keepEnds(
    splitCode(text)
      .map(({ kind, text: words }) =>
        kind === 'text' ? printWords(words) : `<code>${keepEnds(printWords(words))}</code>`,
      )
      .join(''),
  ).replace(markers, (found) => {
    const { alt, address } = images[indexOfMarker(found)] ?? {};
    if (alt === undefined || address === undefined) return found;
    return `<img src="${escapeMarkup(address)}" alt="${escapeMarkup(alt)}">`;
  });

/** Prints text in paragraphs as HTML. */
export const printBlocks = (text: string, images: readonly OutgoingImage[] = []): string =>
  splitFences(text)
    .flatMap(({ kind, text: words, source }) => {
      if (kind === 'block') {
        const language = source.slice(3, source.indexOf('\n')).trim();
        return `<pre><code class="language-${language}">${escapeMarkup(words)}</code></pre>`;
      }
      const paragraphs = words.split('\n\n').map((paragraph) => paragraph.replace(/^\n|\n$/g, ''));
      return paragraphs.flatMap((one) => (one === '' ? [] : `<p>${printInline(one, images)}</p>`));
    })
    .join('');

/** Prints what learners read after they answered: the explanation and the references. */
export const printFeedback = (explanation: string, references: readonly Reference[] = []) => {
  const items = references.map(
    ({ title = '', url = '' }) =>
      `<li><a href="${escapeMarkup(url)}">${keepEnds(printWords(title))}</a></li>`,
  );
  const list = `<ul class="${referencesClass}">${items.join('')}</ul>`;
  return printBlocks(explanation) + (items.length === 0 ? '' : list);
};
