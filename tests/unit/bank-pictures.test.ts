import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSvg } from '#bank/picture/svg-safety.ts';
import { picture } from '#support/bank-folder.ts';

const messagesOf = (inside: string) => checkSvg(picture(inside)).map(({ message }) => message);

describe('a picture', () => {
  it.each([
    '<style>.a{fill:#fff}@media (prefers-color-scheme:dark){.a{fill:url(#g)}}</style>',
    '<!-- note --><text x="1">a &lt; b &amp; c &#8594;</text>',
    '<defs><marker id="m"/></defs><path marker-end="url(#m)"/><use href="#m"/>',
    '<style><![CDATA[.a > .b{fill:red}]]></style>',
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
    expect(
      checkSvg(xml)
        .map((fault) => fault.message)
        .join('\n'),
    ).toContain(message);
  });

  it('may start with an XML declaration', () => {
    expect(checkSvg(`<?xml version="1.0" encoding="UTF-8"?>\n${picture()}`)).toEqual([]);
  });

  it('tells the line of a fault', () => {
    expect(checkSvg(picture('\n\n<script/>'))).toMatchObject([{ line: 3 }]);
  });

  it('is judged without failing whatever it holds', () => {
    const pieces = fc.constantFrom(
      '<svg',
      ' xmlns="http://www.w3.org/2000/svg"',
      '>',
      '</svg>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&',
      ' a="b"',
      '"',
      '/>',
      'x',
      '<?xml ',
      '?>',
    );
    fc.assert(fc.property(fc.array(pieces), (parts) => Array.isArray(checkSvg(parts.join('')))));
  });
});
