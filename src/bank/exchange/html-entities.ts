// U+00A0 to U+00FF in order, then a few that editors write.
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const others: [string, string][] = [
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bull', '•'],
  ['euro', '€'],
  ['trade', '™'],
  ['larr', '←'],
  ['rarr', '→'],
  ['uarr', '↑'],
  ['darr', '↓'],
  ['le', '≤'],
  ['ge', '≥'],
  ['ne', '≠'],
  ['minus', '−'],
  ['infin', '∞'],
];
const named = new Map([
  ...latin
    .split(' ')
    .map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ...others,
  // Editors write it for a plain space that must not be lost.
  ['nbsp', ' '] as [string, string],
]);

const isCharacter = (code: number) =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

/** What `&name;`, `&#9;` or `&#x9;` stands for; itself when it is unknown, as browsers show it. */
export const decodeEntity = (entity: string): string => {
  const name = entity.slice(1, -1);
  if (!name.startsWith('#')) return named.get(name) ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code === 160) return ' ';
  return isCharacter(code) ? String.fromCodePoint(code) : '\ufffd';
};

export const entityShape = '&(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});';
const entities = new RegExp(entityShape, 'g');

export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(entities, decodeEntity) : text;
