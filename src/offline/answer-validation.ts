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

/** The page's content policy applies even to styles in a document that is never shown. */
const withoutStyles = (text: string) =>
  text.replace(/(<\/?)style\b/gi, '$1unstyled').replace(/(\s)style(\s*=)/gi, '$1unstyled$2');

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

const isSvgWhole = (text: string) => {
  if (!endsWithItsRoot(text)) return false;
  if (!Parser) return true;
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
