import type { LooseReference } from './item.ts';

const markdownLink = /^(?:[-*+][ \t]+)?\[(.*)\]\((\S*)\)$/s;
const address = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;

/** One reference: `[title](https://…)`, `title https://…`, or either part alone. */
const readReference = (line: string): LooseReference | undefined => {
  const text = line.trim();
  if (text === '') return undefined;
  const link = text.length < 4000 ? markdownLink.exec(text) : null;
  if (link) return { title: link[1]?.trim() || undefined, url: link[2] || undefined };
  const last = text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1);
  if (!address.test(last)) return { title: text };
  return { title: text.slice(0, text.length - last.length).trim() || undefined, url: last };
};

export const readReferenceLines = (text: string): LooseReference[] =>
  text.split('\n').flatMap((line) => readReference(line) ?? []);

/** The opposite of `readReferenceLines`. */
export const printReference = ({ title = '', url = '' }: LooseReference): string =>
  `${title.replace(/\n+/g, ' ')} ${url}`.trim();
