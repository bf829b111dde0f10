import { type ImageSize, sizeOfSvgRoot } from '#primitives/svg-size.ts';
import { trusted } from './trusted-types.ts';

type XmlElement = { localName: string; getAttribute(name: string): string | null };
type XmlDocument = { documentElement: XmlElement; querySelector(name: string): unknown };
type XmlParser = new () => { parseFromString(text: string, type: 'image/svg+xml'): XmlDocument };

const { DOMParser: Parser } = globalThis as { DOMParser?: XmlParser };

const isSvg = (type: string) => /^image\/svg\+xml\b/i.test(type);

/**
 * The page's content policy applies even to styles and event handlers in a document that is never
 * shown.
 */
const disarm = (text: string) =>
  text
    .replace(/(<\/?)style\b/gi, '$1unstyled')
    .replace(/(\s)style(\s*=)/gi, '$1unstyled$2')
    .replace(/(\s)(on\w+\s*=)/gi, '$1un$2');

const COMMENT = /<!--[\s\S]*?(-->|$)|<\?[\s\S]*?(\?>|$)/g;

/** One that is never closed leaves a `<`, with which no whole image ends. */
const withoutComments = (text: string) =>
  text.replace(COMMENT, (_, ...[comment, instruction]) => (comment || instruction ? '' : '<'));

/**
 * Whether every svg element is closed and the text ends with the last of them. Works in a worker,
 * which has no parser, and looks at each character once. A page asks its parser only after this,
 * because the error page that the parser makes of half an image breaks the content policy.
 */
const endsWithItsRoot = (text: string) => {
  const bare = withoutComments(text).trimEnd();
  let depth = 0;
  let end = -1;
  for (const { 0: opening, index } of bare.matchAll(/<\/?(?:[\w.-]+:)?svg(?=[\s/>])/gi)) {
    if (index < end) continue;
    end = bare.indexOf('>', index);
    if (end < 0) return false;
    if (opening.startsWith('</')) depth -= 1;
    else if (bare[end - 1] !== '/') depth += 1;
  }
  return depth === 0 && end >= 0 && end === bare.length - 1;
};

const UNKNOWN: ImageSize = { width: 0, height: 0 };

const measureSvg = (text: string): ImageSize | undefined => {
  if (!endsWithItsRoot(text)) return undefined;
  if (!Parser) return UNKNOWN;
  const document = new Parser().parseFromString(trusted.createHTML(disarm(text)), 'image/svg+xml');
  const root = document.documentElement;
  const isWhole = root.localName === 'svg' && !document.querySelector('parsererror');
  const size = sizeOfSvgRoot((name) => root.getAttribute(name) ?? undefined);
  return isWhole ? (size ?? UNKNOWN) : undefined;
};

const measureBitmap = async (body: ArrayBuffer): Promise<ImageSize | undefined> => {
  try {
    const bitmap = await createImageBitmap(new Blob([body]));
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
};

const SAYS_NOTHING = /^((application|binary)\/octet-stream\s*)?(;|$)/i;

const beginsWithTag = (body: ArrayBuffer) =>
  new TextDecoder().decode(body.slice(0, 200)).trimStart().startsWith('<');

/** The type that was sent. An SVG sent without a type gets its own, which `img` needs. */
export const findType = (sent: string | null, body: ArrayBuffer) =>
  SAYS_NOTHING.test(sent ?? '') && beginsWithTag(body) ? 'image/svg+xml' : (sent ?? '');

/**
 * An image's size; undefined unless it is whole. A truncated image passes `onload` and `decode()`,
 * but `createImageBitmap` rejects it.
 */
export const measureImage = async (type: string, body: ArrayBuffer) => {
  if (isSvg(type)) return measureSvg(new TextDecoder().decode(body));
  const isImage = /^image\//i.test(type) || SAYS_NOTHING.test(type);
  return isImage ? measureBitmap(body) : undefined;
};
