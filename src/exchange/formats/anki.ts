import { type Outgoing, printDataAddress, type WriteQuestions } from '../outgoing.ts';
import { printBlocks, printInline } from './html-printer.ts';
import { letterOf } from './records.ts';

/**
 * Anki interprets `[latex]`, `[sound:…]`, `\(…\)` and quotes around a cell. The texts are escaped
 * HTML, so double quotes are only around attributes and can become single ones.
 */
const escapeAnki = (html: string) =>
  html.replaceAll('[', '&#91;').replaceAll('\\', '&#92;').replaceAll('"', "'");

const plain = (text: string) => printInline([text], printDataAddress);

const printFront = ({ stem, options }: Outgoing) => {
  const items = options.map(({ text }) => `<li>${printInline(text, printDataAddress)}</li>`);
  return `${printBlocks(stem, printDataAddress)}<ol type="A">${items.join('')}</ol>`;
};

const printBack = ({ options, explanation, references = [] }: Outgoing) => {
  const right = options.flatMap((option, index) => (option.right ? [letterOf(index % 26)] : []));
  const items = options.map(({ text, right: isRight, rationale }) => {
    const shown = printInline(text, printDataAddress);
    return `<li>${isRight ? `<b>${shown}</b>` : shown}${rationale === '' ? '' : `<br>${plain(rationale)}`}</li>`;
  });
  const links = references.map(({ title = '', url = '' }) =>
    /^https?:\/\//.test(url)
      ? `<li><a href="${plain(url)}">${plain(title || url)}</a></li>`
      : `<li>${plain(`${title} ${url}`.trim())}</li>`,
  );
  return [
    `<p>${right.join(', ')}</p><ol type="A">${items.join('')}</ol>`,
    explanation === '' ? '' : printBlocks([explanation], printDataAddress),
    links.length === 0 ? '' : `<ul>${links.join('')}</ul>`,
  ].join('');
};

const oneWord = (text: string) => text.replace(/[\s"]+/g, '-');

/** Anki's tab-separated text with inlined images. Importing it again updates the same notes. */
export const writeAnki: WriteQuestions = (questions, _, { place }) => {
  const header = [
    '#separator:tab',
    '#html:true',
    '#guid column:1',
    '#tags column:4',
    '#columns:ID\tFront\tBack\tTags',
  ];
  const rows = questions.map((question) =>
    [
      oneWord(`${place}/${question.id}`),
      escapeAnki(printFront(question)),
      escapeAnki(printBack(question)),
      oneWord(question.domain ?? ''),
    ].join('\t'),
  );
  return { text: `${[...header, ...rows].join('\n')}\n`, rejected: [] };
};
