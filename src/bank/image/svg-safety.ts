import type { LocalDiagnostic } from '../diagnostic.ts';
import { readXml } from './xml-reader.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const forbidden =
  'script foreignobject iframe frame object embed audio video canvas handler listener link meta base'.split(
    ' ',
  );

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();
const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');

/** Styles may only refer to parts of the image. A backslash could hide a word from this test. */
const isUnsafeStyle = (style: string) =>
  /[@(\\]/.test(style) &&
  (/@import|@namespace|image-set|\bsrc\s*\(|\\/i.test(style) ||
    /url\s*\(\s*(?!\s|["']?#)/i.test(style));

const checkAttribute = (name: string, value: string): string | undefined => {
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

/** `text` collects a style sheet, which comments may split. */
type Open = { name: string; prefixes: readonly string[]; text: string };

const checkOpening = (
  name: string,
  attributes: readonly [name: string, value: string][],
  parent: Open | undefined,
  report: (what: string) => void,
): Open => {
  const declared = attributes.flatMap(([key]) => (key.startsWith('xmlns:') ? [key.slice(6)] : []));
  const outer = parent?.prefixes ?? ['', 'xml', 'xmlns'];
  const prefixes = declared.length === 0 ? outer : [...declared, ...outer];
  const checkPrefix = (used: string) => {
    if (!prefixes.includes(prefixOf(used))) report(`uses ${used} without declaring its prefix`);
  };
  checkPrefix(name);
  if (forbidden.includes(localName(name))) report(`holds <${name}>`);
  for (const [key, value] of attributes) {
    checkPrefix(key);
    const flaw = checkAttribute(key, value);
    if (flaw) report(flaw);
  }
  const isSvg = name === 'svg' && attributes.some(([key]) => key === 'xmlns');
  if (!parent && !isSvg) report(`does not start with <svg xmlns="${svgNamespace}">`);
  return { name, prefixes, text: '' };
};

/** Parts that a picture may draw; what is used again counts each time. */
const mostParts = 20_000;

/** Counts the parts that a picture draws, as a few lines that use each other can hang a browser. */
const createCounter = () => {
  const groups = new Map<string, { own: number; used: string[] }>([['', { own: 0, used: [] }]]);
  const open: string[] = [];
  const counts = new Map<string, number>();
  const count = (id: string): number => {
    const known = counts.get(id);
    const group = groups.get(id);
    if (known !== undefined || !group) return known ?? 0;
    // A browser leaves out what would use itself.
    counts.set(id, 0);
    let sum = group.own;
    for (const other of group.used) sum = Math.min(sum + count(other), 2 * mostParts);
    counts.set(id, sum);
    return sum;
  };
  return {
    open: (attributes: Readonly<Record<string, string>>) => {
      open.push(attributes.id ?? '');
      const used = Object.values(attributes).flatMap((value) =>
        Array.from(value.matchAll(/#([^#"')\s]+)/g), ([, id = '']) => id),
      );
      for (const id of new Set(['', ...open])) {
        const group = groups.get(id) ?? { own: 0, used: [] };
        group.own += 1;
        group.used.push(...used);
        groups.set(id, group);
      }
    },
    close: () => void open.pop(),
    isTooMany: () => count('') > mostParts,
  };
};

/** Finds what is not well-formed, or could run or fetch something where the image is shown. */
export const checkSvg = (xml: string): LocalDiagnostic[] => {
  const diagnostics: LocalDiagnostic[] = [];
  const open: Open[] = [];
  const parts = createCounter();
  const report = (line: number, what: string) =>
    diagnostics.push({ line, message: `The picture ${what}: correct it.` });

  const broken = readXml(xml, {
    declaration: (encoding, line) => {
      if (!/^utf-8$/i.test(encoding)) report(line, 'has an XML declaration that is not UTF-8');
    },
    open: (name, attributes, line) => {
      parts.open(attributes);
      const entries = Object.entries(attributes);
      open.push(checkOpening(name, entries, open.at(-1), (what) => report(line, what)));
    },
    text: (text) => {
      const parent = open.at(-1);
      if (parent && localName(parent.name) === 'style') parent.text += text;
    },
    close: (_, line) => {
      parts.close();
      if (isUnsafeStyle(open.pop()?.text ?? '')) report(line, 'points outside itself in <style>');
    },
  });
  if (broken) report(broken.line, broken.what);
  else if (parts.isTooMany()) report(1, `draws over ${mostParts} parts`);
  return diagnostics;
};
