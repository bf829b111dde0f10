import { decodeHTMLStrict } from 'entities';
import type { ImageUse, Rich } from '../item.ts';

/** Collects text as a browser lays it out: white space collapses, blocks start on new lines. */
export class TextPage {
  readonly pieces: (string | ImageUse)[] = [];
  private text: string[] = [];
  private hasContent = false;
  private breaks = 0;
  private hasSpace = false;

  private flush() {
    if (this.hasContent && this.breaks > 0) this.text.push('\n'.repeat(this.breaks));
    else if (this.hasSpace && this.hasContent) this.text.push(' ');
    this.hasContent = true;
    this.breaks = 0;
    this.hasSpace = false;
  }
  write(text: string) {
    this.flush();
    this.text.push(text);
  }
  space() {
    if (this.breaks === 0) this.hasSpace = true;
  }
  lineBreak() {
    this.breaks += 1;
    this.hasSpace = false;
  }
  block(least: number) {
    this.breaks = Math.max(this.breaks, least);
    this.hasSpace = false;
  }
  get isAtLineStart() {
    return !this.hasContent || this.breaks > 0;
  }
  image(use: ImageUse) {
    this.flush();
    this.pieces.push(this.text.join(''), use);
    this.text = [];
  }
  end(): Rich {
    return [...this.pieces, this.text.join('')].filter((piece) => piece !== '');
  }
}

const tokens =
  /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|[ \t\n\f\r]+|[^& \t\n\f\r]+|&/g;

/** Editors write `&nbsp;` for a plain space that must not collapse. */
const decode = (entity: string) => {
  const text = decodeHTMLStrict(entity);
  return text === '\u00a0' ? ' ' : text;
};

/** Writes the text between tags, with its line breaks when `isKept`. */
export const writeText = (page: TextPage, raw: string, isKept: boolean): void => {
  for (const [token] of raw.matchAll(tokens)) {
    if (!/^[ \t\n\f\r]/.test(token)) page.write(token[0] === '&' ? decode(token) : token);
    else if (isKept) {
      token.split('\n').forEach((row, index) => {
        if (index > 0) page.lineBreak();
        if (row !== '') page.write(row);
      });
    } else page.space();
  }
};
