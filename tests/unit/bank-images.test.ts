import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkImage, readImageSize } from '#bank/image/image-format.ts';
import { checkSvg } from '#bank/image/svg-safety.ts';
import { picture } from '#support/bank-folder.ts';
import { pngOf } from '#support/test-images.ts';

const messagesOf = (inside: string) => checkSvg(picture(inside)).map(({ message }) => message);

/** Twenty levels, each of which shows the one before it twice. */
const doubling = (show: (id: string) => string) =>
  Array.from(
    { length: 20 },
    (_, level) =>
      `<g id="l${level}">${level === 0 ? '<path/>' : show(`l${level - 1}`).repeat(2)}</g>`,
  ).join('');

describe('a picture', () => {
  it.each([
    '<style>.a{fill:#fff}@media (prefers-color-scheme:dark){.a{fill:url(#g)}}</style>',
    '<!-- note --><text x="1">a &lt; b &amp; c &#8594;</text>',
    '<defs><marker id="m"/></defs><path marker-end="url(#m)"/><use href="#m"/>',
    '<style><![CDATA[.a > .b{fill:red}]]></style>',
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    `<g id="dot"><path/></g>${'<use href="#dot"/>'.repeat(2000)}`,
    '<text aria-label="The src (left) path C:\\x">t</text>',
    '<g xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a"/></g>',
  ])('may hold %s', (inside) => expect(messagesOf(inside)).toEqual([]));

  it.each([
    ['<script>a()</script>', 'holds <script>'],
    ['<SCRIPT/>', 'holds <SCRIPT>'],
    ['<g xmlns:s="http://www.w3.org/2000/svg"><s:script/></g>', 'holds <s:script>'],
    ['<foreignObject/>', 'holds <foreignObject>'],
    ['<g onclick="a()"/>', 'event attribute onclick'],
    ['<g ONLOAD="a()"/>', 'event attribute ONLOAD'],
    ['<image href="https://a.example/b.png"/>', 'points outside itself with href'],
    ['<image href="data:image/svg+xml,a"/>', 'points outside itself with href'],
    ['<a href="&#106;avascript:a()"/>', 'points outside itself with href'],
    [
      '<g xmlns:x="http://www.w3.org/1999/xlink"><use x:href="b.svg#a"/></g>',
      'points outside itself with x:href',
    ],
    ['<g style="fill:url(https://a.example)"/>', 'points outside itself in style'],
    ['<g fill="url( \'b.svg#a\')"/>', 'points outside itself in fill'],
    ['<style>@import "a.css";</style>', 'points outside itself in <style>'],
    ['<style>.a{fill:u<!-- -->rl(https://a.example)}</style>', 'points outside itself in <style>'],
    ['<style>.a{fill:\\75rl(https://a.example)}</style>', 'points outside itself in <style>'],
    ['<set attributeName="href" to="https://a.example"/>', 'animates href'],
    ['<g xmlns="http://www.w3.org/1999/xhtml"/>', 'uses the namespace'],
    ['<g xmlns:h="http://www.w3.org/1999/xhtml"/>', 'brings in HTML'],
    ['<use xlink:href="#a"/>', 'uses xlink:href without declaring its prefix'],
    ['<text>a & b</text>', 'unknown "&…;"'],
    ['<text>&nbsp;</text>', 'unknown "&…;"'],
    ['<g id="a" id="b"/>', 'has the attribute id twice'],
    ['<g id=a/>', 'not well-formed'],
    ['<g><path></g>', 'closes <g> where it is not open'],
    ['<?xml-stylesheet href="a.css"?>', 'not well-formed'],
    ['<!-- a -- b -->', 'not well-formed'],
    [doubling((id) => `<use href="#${id}"/>`), 'draws over 20000 parts'],
    [doubling((id) => `<path fill="url( '#${id}' )"/>`), 'draws over 20000 parts'],
  ])('must not hold %s', (inside, message) => {
    expect(messagesOf(inside).join('\n')).toContain(message);
  });

  it.each([
    ['', 'should hold one <svg>'],
    ['<html/>', 'does not start with <svg'],
    ['<svg/>', 'does not start with <svg'],
    ['<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'not well-formed'],
    [picture() + picture(), 'should hold one <svg>'],
    [`text${picture()}`, 'has text outside <svg>'],
    [picture().replace('</svg>', ''), 'never closes <svg>'],
    [`<?xml version="1.0" encoding="latin1"?>${picture()}`, 'not UTF-8'],
  ])('is not %s', (xml, message) => {
    expect(checkSvg(xml)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining(message) }),
    );
  });

  it('may start with an XML declaration, and has faults on lines', () => {
    expect(checkSvg(`<?xml version="1.0" encoding="UTF-8"?>\n${picture()}`)).toEqual([]);
    expect(checkSvg(picture('\n\n<script/>'))).toMatchObject([{ line: 3 }]);
  });

  const monotonous = ['<!-- a -->', '<svg ', '-', '<!--', '&a', ' a="b" a="c"', '\r\n'];
  it.each(monotonous)('of many %j is judged in a moment', (piece) => {
    const started = process.cpuUsage();
    const many = piece.repeat(Math.ceil(65_536 / piece.length));
    for (const svg of [picture(many), `${picture()}${many}`, `<svg ${many}`, many]) checkSvg(svg);
    expect(process.cpuUsage(started).user).toBeLessThan(1e6);
  });

  it('is judged without failing whatever it holds', () => {
    const pieces =
      '<svg· xmlns="http://www.w3.org/2000/svg"·>·</svg>·<!--·-->·<![CDATA[·]]>·&amp;·&· a="b"·"·/>·x·<?xml ·?>';
    const parts = fc.array(fc.constantFrom(...pieces.split('·')));
    fc.assert(fc.property(parts, (all) => Array.isArray(checkSvg(all.join('')))));
  });
});

it('a picture is not what only begins like one', () => {
  const wave = Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
  expect(checkImage('a.webp', wave)).toHaveLength(1);
  expect(checkImage('a.webp', webp)).toEqual([]);
  expect(checkImage('a.png', webp)).toHaveLength(1);
});

describe('the size of a picture', () => {
  const svg = (attributes: string) =>
    Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`);
  const jpeg = (...segments: string[]) => Buffer.from(`ffd8${segments.join('')}`, 'hex');
  const app = 'ffe00004abcd';
  const frame = 'ffc2000b080258032003012200';
  const webp = (hex: string) =>
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), Buffer.from(hex, 'hex')]);

  it.each([
    ['a PNG', 'a.png', Buffer.from(pngOf(1600, 300)), [1600, 300]],
    ['a JPEG', 'a.jpg', jpeg(app, frame), [800, 600]],
    ['a JPEG with filling', 'a.jpeg', jpeg(app, 'ffff', frame), [800, 600]],
    ['a WebP', 'a.webp', webp('5650382000000000000000' + '9d012a20035802'), [800, 600]],
    ['a WebP without loss', 'a.webp', webp('5650384c000000002f1fc39500'), [800, 600]],
    ['a WebP with more', 'a.webp', webp('56503858000000000000' + '00001f0300570200'), [800, 600]],
    ['an SVG by its sides', 'a.svg', svg('width="80px" height="60" viewBox="0 0 8 6"'), [80, 60]],
    ['an SVG by its box', 'a.svg', svg('viewBox="0 0 80 60"'), [80, 60]],
    ['an SVG by side and box', 'a.svg', svg('height="30" viewBox="0,0,80,60"'), [40, 30]],
    ['an SVG in percent', 'a.svg', svg('width="100%" height="100%" viewBox="0 0 8 6"'), [8, 6]],
  ])('of %s is read', (_, file, bytes, [width, height]) => {
    expect(readImageSize(file, bytes)).toEqual({ width, height });
  });

  it.each([
    ['an SVG that tells none', 'a.svg', svg('')],
    ['an SVG of no width', 'a.svg', svg('viewBox="0 0 0 6"')],
    ['half a PNG', 'a.png', Buffer.from(pngOf(16, 12)).subarray(0, 18)],
    ['half a JPEG', 'a.jpg', jpeg(app, 'ffc2')],
    ['half a WebP', 'a.webp', webp('5650382000')],
  ])('of %s is unknown', (_, file, bytes) => {
    expect(readImageSize(file, bytes)).toBeUndefined();
  });
});
