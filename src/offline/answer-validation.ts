import { parseConfig } from '#api/config.ts';
import { isJson } from '#api/json-answer.ts';
import { parseExamDetail, parseExams, parseProviders, parseQuestion } from '#api/wire-parser.ts';
import { readAddress } from '#contract/addresses.ts';
import { trusted } from './page/trusted-types.ts';
import type { RequestClass } from './strategies.ts';

type XmlDocument = { documentElement: { localName: string }; querySelector(name: string): unknown };
type XmlParser = new () => { parseFromString(text: string, type: 'image/svg+xml'): XmlDocument };

const { DOMParser: Parser } = globalThis as { DOMParser?: XmlParser };

const isSvg = (type: string) => /^image\/svg\+xml\b/i.test(type);

/** The page's content policy judges styles even in a document that is never shown. */
const withoutStyles = (text: string) =>
  text.replace(/(<\/?)style\b/gi, '$1unstyled').replace(/(\s)style(\s*=)/gi, '$1unstyled$2');

const withoutComments = (text: string) => text.replace(/<!--[\s\S]*?(?:-->|$)/g, '');

/**
 * A worker has no parser, so it checks that as many svg elements are closed as are opened and that
 * the text ends with the last of them. Each character is looked at once, whatever the text.
 */
const endsWithItsRoot = (text: string) => {
  const bare = withoutComments(text).trimEnd();
  let depth = 0;
  let end = -1;
  for (const { 0: opening, index } of bare.matchAll(/<\/?svg(?=[\s/>])/gi)) {
    if (index < end) continue;
    end = bare.indexOf('>', index);
    if (end < 0) return false;
    if (opening.startsWith('</')) depth -= 1;
    else if (bare[end - 1] !== '/') depth += 1;
  }
  return depth === 0 && end >= 0 && end === bare.length - 1;
};

const TRAILERS = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** Cuts white space, comments and processing instructions off the end, one after the other. */
const withoutTrailers = (text: string) => {
  let rest = text.trimEnd();
  for (;;) {
    const [opening, closing] = TRAILERS.find(([, end]) => rest.endsWith(end)) ?? [];
    if (!opening || !closing) return rest;
    const start = rest.lastIndexOf(opening, rest.length - closing.length - opening.length);
    if (start < 0) return rest;
    rest = rest.slice(0, start).trimEnd();
  }
};

/** Catches most files that were cut off, since the parser's error page breaks the page's policy. */
const endsLikeSvg = (text: string) => {
  const rest = withoutTrailers(text);
  const lastTag = rest.slice(rest.lastIndexOf('<'));
  return rest.endsWith('/>') || /^<\/(?:[\w.-]+:)?svg\s*>$/i.test(lastTag);
};

const isSvgWhole = (text: string) => {
  if (!Parser) return endsWithItsRoot(text);
  if (!endsLikeSvg(text)) return false;
  const document = new Parser().parseFromString(
    trusted.createHTML(withoutStyles(text)),
    'image/svg+xml',
  );
  return document.documentElement.localName === 'svg' && !document.querySelector('parsererror');
};

const decodes = async (body: ArrayBuffer) => {
  try {
    (await createImageBitmap(new Blob([body]))).close();
    return true;
  } catch {
    return false;
  }
};

const SAYS_NOTHING = /^((application|binary)\/octet-stream\s*)?(;|$)/i;

const beginsWithTag = (body: ArrayBuffer) =>
  new TextDecoder().decode(body.slice(0, 200)).trimStart().startsWith('<');

/** The type that was sent. An SVG sent without a type gets its own, which `img` needs. */
export const findType = (sent: string | null, body: ArrayBuffer) =>
  SAYS_NOTHING.test(sent ?? '') && beginsWithTag(body) ? 'image/svg+xml' : sent;

/** A truncated image passes `onload` and `decode()`, but `createImageBitmap` rejects it. */
export const isImageWhole = (sent: string | null, body: ArrayBuffer) => {
  const type = findType(sent, body) ?? '';
  if (isSvg(type)) return isSvgWhole(new TextDecoder().decode(body));
  return (/^image\//i.test(type) || SAYS_NOTHING.test(type)) && decodes(body);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const parsers: Record<
  Exclude<RequestClass, 'image'>,
  (body: unknown, url: URL) => unknown | undefined
> = {
  config: (body, url) => parseConfig(body, url.origin),
  providers: (body) => parseProviders(body),
  exams: (body) => parseExams(body),
  questions: (body, url) => parseExamDetail(body, readAddress(url.href)?.exam?.examId ?? ''),
  question: parseQuestion,
};

/**
 * Whether an answer may be saved or preferred: status 200, the right type, a whole body of the
 * right shape, for the ids asked for. Reads the body, so it may wait and may throw with the network.
 */
export const isValidAnswer = async (kind: RequestClass, address: string, response: Response) => {
  if (response.status !== 200) return false;
  if (kind === 'image') {
    return isImageWhole(response.headers.get('content-type'), await response.arrayBuffer());
  }
  const body = parseJson(await response.text());
  return isJson(response) && parsers[kind](body, new URL(address)) !== undefined;
};
