type XmlDocument = { documentElement: { localName: string }; querySelector(name: string): unknown };
type XmlParser = new () => { parseFromString(text: string, type: 'image/svg+xml'): XmlDocument };

const { DOMParser: Parser } = globalThis as { DOMParser?: XmlParser };

const isSvg = (type: string) => /^image\/svg\+xml\b/i.test(type);

/** Even a document that is never shown has its styles judged by the page's content policy. */
const withoutStyles = (text: string) =>
  text.replace(/(<\/?)style\b/gi, '$1unstyled').replace(/(\s)style(\s*=)/gi, '$1unstyled$2');

/** A worker has no parser; there, a document that ends where its root element does must do. */
const endsWithItsRoot = (text: string) => {
  const bare = text.replace(/<!--[\s\S]*?(-->|$)/g, '').trimEnd();
  const begun = bare.match(/<svg(?=[\s/>])[^>]*>/gi) ?? [];
  const open = begun.filter((tag) => !tag.endsWith('/>')).length;
  const closed = bare.match(/<\/svg\s*>/gi)?.length ?? 0;
  return begun.length > 0 && open === closed && /(<\/svg\s*|<svg[^<>]*\/)>$/i.test(bare);
};

/** Most of what is cut ends otherwise; the parser's own complaint would break the page's policy. */
const ENDS_LIKE_SVG = /(<\/([\w.-]+:)?svg\s*|\/)>(\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)*$/i;

const isSvgWhole = (text: string) => {
  if (!Parser) return endsWithItsRoot(text);
  if (!ENDS_LIKE_SVG.test(text)) return false;
  const document = new Parser().parseFromString(withoutStyles(text), 'image/svg+xml');
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

/** The type that was sent, but that of an SVG where one was sent without it: `img` asks for it. */
export const findType = (sent: string | null, body: ArrayBuffer) =>
  SAYS_NOTHING.test(sent ?? '') && beginsWithTag(body) ? 'image/svg+xml' : sent;

/** A picture cut off on its way passes `onload` and `decode()`; `createImageBitmap` notices. */
export const isPictureWhole = (sent: string | null, body: ArrayBuffer) => {
  const type = findType(sent, body) ?? '';
  if (isSvg(type)) return isSvgWhole(new TextDecoder().decode(body));
  return (/^image\//i.test(type) || SAYS_NOTHING.test(type)) && decodes(body);
};
