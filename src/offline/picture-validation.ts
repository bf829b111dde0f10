type XmlDocument = { documentElement: { localName: string }; querySelector(name: string): unknown };
type XmlParser = new () => { parseFromString(text: string, type: 'image/svg+xml'): XmlDocument };

/** A worker has none; there, a document that ends with its root element must do. */
const { DOMParser: Parser } = globalThis as { DOMParser?: XmlParser };

const isSvg = (type: string) => /^image\/svg\+xml\b/i.test(type);

/** Even a document that is never shown has its styles judged by the page's content policy. */
const withoutStyles = (text: string) =>
  text.replace(/(<\/?)style\b/gi, '$1unstyled').replace(/(\s)style(\s*=)/gi, '$1unstyled$2');

const isSvgWhole = (text: string) => {
  if (!Parser) return /<svg[\s>][\s\S]*(<\/svg>|\/>)\s*$/i.test(text);
  const document = new Parser().parseFromString(withoutStyles(text), 'image/svg+xml');
  return document.documentElement.localName === 'svg' && !document.querySelector('parsererror');
};

const decodes = async (picture: Blob) => {
  try {
    (await createImageBitmap(picture)).close();
    return true;
  } catch {
    return false;
  }
};

/** A picture cut off on its way passes `onload` and `decode()`; `createImageBitmap` notices. */
export const isPictureWhole = async (picture: Blob) => {
  if (picture.size === 0 || !picture.type.startsWith('image/')) return false;
  return isSvg(picture.type) ? isSvgWhole(await picture.text()) : decodes(picture);
};
