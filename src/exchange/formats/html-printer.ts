import type { EmbeddedPicture, LooseReference } from '../item.ts';
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

/** One line. Spaces that HTML would fold become `&nbsp;`; `html-text.ts` reads them back. */
const printLine = (line: string) => escapeHtml(line).replace(/^ | $|(?<= ) /g, '&nbsp;');

type Address = (picture: EmbeddedPicture) => string;

const printPiece = (piece: OutgoingText[number], address: Address) =>
  typeof piece === 'string'
    ? piece.split('\n').map(printLine).join('<br>')
    : `<img src="${escapeHtml(address(piece.target))}" alt="${escapeHtml(piece.alt)}">`;

/** Text that stays within a line, such as an option. */
export const printInline = (text: OutgoingText, address: Address): string =>
  text.map((piece) => printPiece(piece, address)).join('');

/** Text in paragraphs, pictures in their own. */
export const printBlocks = (text: OutgoingText, address: Address): string =>
  text
    .flatMap((piece): OutgoingText => (typeof piece === 'string' ? piece.split('\n\n') : [piece]))
    .map((piece) => `<p>${printPiece(piece, address)}</p>`)
    .join('');

export const printReferenceList = (references: readonly LooseReference[] = []): string => {
  const items = references.map(
    ({ title = '', url = '' }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></li>`,
  );
  return items.length === 0 ? '' : `<ul class="${referencesClass}">${items.join('')}</ul>`;
};
