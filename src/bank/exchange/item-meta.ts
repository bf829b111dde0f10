import * as v from 'valibot';
import type { LooseMatter } from './item.ts';
import { metaStart } from './line-kinds.ts';

const text = v.optional(v.string());
const metaSchema = v.object({
  id: text,
  domain: text,
  task: text,
  references: v.optional(v.array(v.object({ title: text, url: text }))),
  reviewed: text,
  shuffle: v.optional(v.boolean()),
});

export type ItemMeta = LooseMatter & { id?: string | undefined };

const metaEnd = ' -->';

/** What an export's comment says of the question that follows; undefined when it is no such comment. */
export const readMeta = (line: string): ItemMeta | undefined => {
  const comment = line.trimEnd();
  if (!comment.startsWith(metaStart) || !comment.endsWith(metaEnd)) return undefined;
  try {
    const parsed = v.safeParse(
      metaSchema,
      JSON.parse(comment.slice(metaStart.length, -metaEnd.length)),
    );
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

/** One line; nothing in it can end the comment. */
export const printMeta = (meta: ItemMeta): string =>
  `${metaStart}${JSON.stringify(meta).replace(/[<>-]/g, (found) => `\\u00${found.charCodeAt(0).toString(16)}`)}${metaEnd}`;
