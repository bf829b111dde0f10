import { printBlocks, printFeedback, printInline } from '../../markup/html-printer.ts';
import type { Outgoing } from '../../outgoing.ts';
import { letterOf } from '../../records/answers.ts';
import type { TargetFormat } from '../format.ts';

/**
 * Anki interprets `[latex]`, `[sound:…]`, `\(…\)` and quotes around a cell. The texts are escaped
 * HTML, so double quotes are only around attributes and can become single ones.
 */
const escapeAnki = (html: string) =>
  html.replaceAll('[', '&#91;').replaceAll('\\', '&#92;').replaceAll('"', "'");

const printFront = ({ stem, options, images }: Outgoing) => {
  const items = options.map(({ text }) => `<li>${printInline(text, images)}</li>`);
  return `${printBlocks(stem.join('\n\n'), images)}<ol type="A">${items.join('')}</ol>`;
};

const printBack = (question: Outgoing) => {
  const { options, images } = question;
  const right = options.flatMap((option, index) => (option.right ? [letterOf(index % 26)] : []));
  const items = options.map(({ text, right: isRight, rationale }) => {
    const words = printInline(text, images);
    const shown = isRight ? `<b>${words}</b>` : words;
    return `<li>${shown}${rationale && `<br>${printInline(rationale)}`}</li>`;
  });
  const key = `<p>${right.join(', ')}</p><ol type="A">${items.join('')}</ol>`;
  return key + printFeedback(question);
};

const oneWord = (text: string) => text.replace(/[\s"]+/g, '-');

const header = (name: string) =>
  `#separator:tab\n#html:true\n#deck:${name.replace(/\s+/g, ' ')}\n#guid column:1\n#tags column:4\n#columns:ID\tFront\tBack\tTags`;

/** Anki's tab-separated text. A second import updates the same notes. */
export const printAnki: TargetFormat = {
  print: ({ place, name, questions }) => {
    const rows = questions.map((question) =>
      [
        oneWord(`${place}/${question.id}`),
        escapeAnki(printFront(question)),
        escapeAnki(printBack(question)),
        oneWord(question.domain ?? ''),
      ].join('\t'),
    );
    return `${[header(name), ...rows].join('\n')}\n`;
  },
  loss: 'Domains become tags, with hyphens for their spaces.',
};
