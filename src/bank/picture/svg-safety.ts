import type { Fault } from '../parse/yaml-text.ts';
import { readXml, type XmlAttribute, type XmlToken } from './xml-tokens.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const forbidden = new Set(
  'script foreignobject iframe frame object embed audio video canvas handler listener link meta base'.split(
    ' ',
  ),
);

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();
const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');

/** Styles may point at the picture's own parts only. A backslash could hide a word from this test. */
const isUnsafeStyle = (style: string) =>
  /[@(\\]/.test(style) &&
  (/@import|@namespace|image-set|\bsrc\s*\(|\\/i.test(style) ||
    /url\s*\(\s*(?!\s|["']?#)/i.test(style));

const refuseAttribute = ({ name, value }: XmlAttribute): string | undefined => {
  const local = localName(name);
  if (name === 'xmlns') return value === svgNamespace ? undefined : `uses the namespace ${value}`;
  if (name.startsWith('xmlns:')) return /xhtml/i.test(value) ? 'brings in HTML' : undefined;
  if (name === 'xml:base') return 'has xml:base';
  if (local.startsWith('on')) return `has the event attribute ${name}`;
  if ((local === 'href' || local === 'src') && !value.trim().startsWith('#')) {
    return `points outside itself with ${name}`;
  }
  if (local === 'attributename' && /href|^on/i.test(value.trim())) return `animates ${value}`;
  if (/^(?:aria|data)-/.test(local)) return undefined;
  return isUnsafeStyle(value) ? `points outside itself in ${name}` : undefined;
};

/** `text` gathers a style sheet's pieces, which comments may part. */
type Open = { name: string; prefixes: readonly string[]; text: string };

const checkOpening = (
  token: Extract<XmlToken, { kind: 'open' }>,
  parent: Open | undefined,
): { opened: Open; faults: string[] } => {
  const { name, attributes } = token;
  const declared = attributes
    .filter((attribute) => attribute.name.startsWith('xmlns:'))
    .map((attribute) => attribute.name.slice(6));
  const outer = parent?.prefixes ?? ['', 'xml', 'xmlns'];
  const prefixes = declared.length === 0 ? outer : [...declared, ...outer];
  const faults: string[] = [];
  const checkPrefix = (used: string) => {
    if (!prefixes.includes(prefixOf(used)))
      faults.push(`uses ${used} without declaring its prefix`);
  };
  checkPrefix(name);
  if (forbidden.has(localName(name))) faults.push(`holds <${name}>`);
  for (const attribute of attributes) {
    checkPrefix(attribute.name);
    const fault = refuseAttribute(attribute);
    if (fault) faults.push(fault);
  }
  const isSvg = name === 'svg' && attributes.some((attribute) => attribute.name === 'xmlns');
  if (!parent && !isSvg) faults.push(`does not start with <svg xmlns="${svgNamespace}">`);
  return { opened: { name, prefixes, text: '' }, faults };
};

const isPlace = (declaration: string, at: number) =>
  at === 0 && !/encoding\s*=\s*["'](?!utf-8["'])/i.test(declaration);

/** Why a picture is not well-formed, or could run or fetch something where it is shown. */
export const checkSvg = (xml: string): Fault[] => {
  const faults: Fault[] = [];
  const open: Open[] = [];
  let roots = 0;
  const blame = (at: number, what: string) =>
    faults.push({
      line: xml.slice(0, at).split('\n').length,
      message: `The picture ${what}: correct it.`,
    });

  for (const token of readXml(xml)) {
    const parent = open.at(-1);
    if (token.kind === 'fault') {
      blame(token.at, token.message);
      return faults;
    }
    if (token.kind === 'declaration' && !isPlace(token.text, token.at)) {
      blame(token.at, 'has an XML declaration that is out of place or not UTF-8');
    } else if (token.kind === 'text') {
      if (!parent && token.text.trim() !== '') blame(token.at, 'has text outside <svg>');
      if (parent && localName(parent.name) === 'style') parent.text += token.text;
    } else if (token.kind === 'close') {
      if (open.pop()?.name !== token.name) {
        blame(token.at, `closes <${token.name}> where it is not open`);
        return faults;
      }
      if (isUnsafeStyle(parent?.text ?? '')) blame(token.at, 'points outside itself in <style>');
    } else if (token.kind === 'open') {
      if (!parent) roots += 1;
      const { opened, faults: found } = checkOpening(token, parent);
      for (const what of found) blame(token.at, what);
      if (!token.closed) open.push(opened);
    }
  }
  const end = open.at(-1);
  if (end) blame(xml.length, `never closes <${end.name}>`);
  else if (roots !== 1) blame(0, 'should hold one <svg>');
  return faults;
};
