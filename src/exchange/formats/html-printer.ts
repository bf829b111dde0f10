import { splitCode, splitFences } from '#contract/code.ts';
import type { EmbeddedImage, LooseReference } from '../item.ts';
import type { OutgoingText } from '../outgoing.ts';
import { referencesClass } from './html-reader.ts';

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"'\t]/g, (sign) => signs[sign] ?? sign);

/** Protects spaces that HTML, or GIFT in code, would collapse. */
const keepSpaces = (line: string, space: string) => line.replace(/^ | $|(?<= ) /g, space);

const printLine = (line: string): string =>
  keepSpaces(
    splitCode(line)
      .map(({ kind, text }) =>
        kind === 'inline'
          ? `<code>${keepSpaces(escapeHtml(text), '&nbsp;')}</code>`
          : escapeHtml(text),
      )
      .join(''),
    '&nbsp;',
  );

/** Prints code on one line, because line breaks have a meaning in GIFT and Anki. */
const printCode = (source: string, code: string) => {
  const language = source.slice(3, source.indexOf('\n')).trim();
  const opening = language === '' ? '<code>' : `<code class="language-${language}">`;
  const lines = code.split('\n').map((line) => keepSpaces(escapeHtml(line), '&#32;'));
  return `<pre>${opening}${lines.join('<br>')}</code></pre>`;
};

type Address = (image: EmbeddedImage) => string;

const printPiece = (piece: OutgoingText[number], address: Address) =>
  typeof piece === 'string'
    ? piece.split('\n').map(printLine).join('<br>')
    : `<img src="${escapeHtml(address(piece.target))}" alt="${escapeHtml(piece.alt)}">`;

/** Text that stays within a line, such as an option. */
export const printInline = (text: OutgoingText, address: Address): string =>
  text.map((piece) => printPiece(piece, address)).join('');

/** Text in paragraphs, images and code in their own. */
export const printBlocks = (text: OutgoingText, address: Address): string => {
  const printParagraph = (piece: OutgoingText[number]) => `<p>${printPiece(piece, address)}</p>`;
  return text
    .flatMap((piece) =>
      typeof piece === 'string'
        ? splitFences(piece).flatMap(({ kind, text: shown, source }) =>
            kind === 'block'
              ? [printCode(source, shown)]
              : source
                  .replace(/^\n{1,2}/, '')
                  .replace(/\n{1,2}$/, '')
                  .split('\n\n')
                  .map(printParagraph),
          )
        : [printParagraph(piece)],
    )
    .join('');
};

export const printReferenceList = (references: readonly LooseReference[] = []): string => {
  const items = references.map(
    ({ title = '', url = '' }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></li>`,
  );
  return items.length === 0 ? '' : `<ul class="${referencesClass}">${items.join('')}</ul>`;
};
