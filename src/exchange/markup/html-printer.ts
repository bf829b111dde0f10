import { indexOfMarker, markers } from '#bank/parse/question-source.ts';
import { splitCode, splitFences } from '#wording/code.ts';
import type { Outgoing, OutgoingImage } from '../outgoing.ts';
import type { XmlElement } from './xml-tree.ts';

/** The class of the list in which an export keeps a question's references. */
export const referencesClass = 'certdeck-references';

/** Escapes text for HTML and XML, in attributes too. Tabs would not survive in GIFT and Anki. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"'\t\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const printWords = (text: string) =>
  escapeMarkup(text)
    .replaceAll('&#10;', '<br>')
    .replace(/(?<= |<br>) | (?=<br>)/g, '&nbsp;');

const keepEnds = (html: string) => html.replace(/^ | $/g, '&nbsp;');

/** Prints inline text, such as an option, as HTML. */
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

/** Prints what learners see after answering; the rationales of pairs have no other place. */
export const printFeedback = ({ explanation, prompts = [], references = [] }: Outgoing) => {
  const reasons = prompts.flatMap(({ text, rationale }) =>
    rationale ? `${text}: ${rationale}` : [],
  );
  const items = references.map(
    ({ title = '', url = '' }) =>
      `<li><a href="${escapeMarkup(url)}">${keepEnds(printWords(title))}</a></li>`,
  );
  const list = `<ul class="${referencesClass}">${items.join('')}</ul>`;
  return printBlocks([explanation, ...reasons].join('\n\n')) + (items.length === 0 ? '' : list);
};

/** The content of an XHTML element as HTML, without the elements of some names. */
export const printContent = ({ content }: XmlElement, without: readonly string[] = []): string =>
  content
    .map((part) => {
      if (typeof part === 'string') return escapeMarkup(part);
      if (without.includes(part.name)) return '';
      const attributes = Object.entries(part.attributes).map(
        ([name, value]) => ` ${name}="${escapeMarkup(value)}"`,
      );
      const inside = printContent(part, without);
      const tag = `<${part.name}${attributes.join('')}>`;
      return inside === '' && /^(?:br|hr|img)$/.test(part.name)
        ? tag
        : `${tag}${inside}</${part.name}>`;
    })
    .join('');
