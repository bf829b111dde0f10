import type { LeftOut } from '#exchange/deck.ts';
import { lastSegment } from '#primitives/last-segment.ts';

/** Characters of a name. */
export const LONGEST_NAME = 120;

/** A name for an exam, from that of its file: `networking-basics.csv` is 'Networking basics'. */
export const nameOfFile = (file: string) => {
  const name = lastSegment(file);
  // What was pasted has no ending, and no name.
  const words = name
    .slice(0, Math.max(0, name.lastIndexOf('.')))
    .replace(/[-_]+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, LONGEST_NAME);
};

/** The files with how many questions each has, in their order. */
export const countByFile = (files: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts];
};

/** As 'In basics.csv (44) and subnets.md (4).'; '' for what was pasted. */
export const sourcesText = (files: readonly string[]) => {
  const named = countByFile(files).filter(([file]) => file.includes('.'));
  const texts = named.map(([file, count]) => (named.length > 1 ? `${file} (${count})` : file));
  // American English would have a comma before the last one, too.
  return named.length > 0 ? `In ${new Intl.ListFormat('en-GB').format(texts)}.` : '';
};

/** Why something was left out, as a sentence of its own. */
export const reasonText = ({ reason }: LeftOut) => reason.charAt(0).toUpperCase() + reason.slice(1);

/** Where it stands, as 'basics.csv, line 6: “What is missing?”'. */
export const placeText = ({ place, title }: LeftOut) => {
  const where = place.replace(/:\s*(\d+)$/, ', line $1').replace(/:\s*(item \d+)$/, ', $1');
  return title ? `${where}: “${title}”` : where;
};
