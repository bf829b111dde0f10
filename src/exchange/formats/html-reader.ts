import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { failed, type Result, success } from '#contract/result.ts';
import type { ImageUse, LooseReference, Rich } from '../item.ts';
import { TextPage, writeText } from './text-page.ts';

const words = (text: string) => new Set(text.split(' '));
const paragraphs = words('p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote hr figure');
const lineElements = words(
  'div li tr dt dd section article header footer center fieldset form thead tbody tfoot caption figcaption address main nav aside',
);
const inline = words(
  'a abbr acronym b bdi bdo big br cite code col colgroup data del dfn em font i img ins kbd label mark nobr o q rp rt ruby s samp small span strike strong sub sup td th time tt u var wbr html body script style head title meta link template noscript',
);
/** Elements whose content is not displayed. */
const hidden = words('script style template head title');
/** Elements that can't become text or an image. */
const refused = words(
  'iframe object embed video audio canvas svg math applet input select textarea button map',
);
/** Everything else that looks like a tag is text. */
const known = new Set([...paragraphs, ...lineElements, ...inline, ...refused]);

/** The class of the list in which an export keeps a question's references. */
export const referencesClass = 'certdeck-references';

export type HtmlReading = {
  /** Finds the image for a src; the src itself counts when undefined. */
  findImage?: (src: string) => ImageUse['target'] | undefined;
  /** Keeps line breaks of the source. */
  keepBreaks?: boolean;
};

type Answer = { rich: Rich; references: LooseReference[] };
type Tag = { name: string; start: number; attributes: Map<string, string> };

type Scan = {
  text: (raw: string) => void;
  open: (tag: Tag, end: number) => void;
  close: (name: string, start: number, end: number) => void;
};

/** Reads HTML token by token. A tag that never ends is text. */
const scanHtml = (html: string, { text, open, close }: Scan): void => {
  let tag: Tag | undefined;
  let attribute = '';
  let value = '';
  let done = 0;
  const endTag = (end: number) => {
    done = end + 1;
    if (tag) open(tag, done);
    tag = undefined;
  };
  const skip = (_: number, end: number, offset = 0) => {
    done = end + offset + 1;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => {
        text(html.slice(start, end));
        done = end;
      },
      onopentagname: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        tag = { name, start: start - 1, attributes: new Map() };
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribend: () => {
        if (tag && !tag.attributes.has(attribute)) {
          tag.attributes.set(attribute, decodeHTMLAttribute(value));
        }
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag: (start, end) => {
        const sign = html.indexOf('>', end);
        done = sign === -1 ? html.length : sign + 1;
        close(html.slice(start, end).toLowerCase(), start - 2, done);
      },
      oncomment: skip,
      oncdata: skip,
      ondeclaration: skip,
      onprocessinginstruction: skip,
      onattribentity: () => {},
      ontextentity: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  if (done < html.length) text(html.slice(done));
};

/** Reads an `<img>` at `at`, up to a limit, so that broken tags cost little. */
export const readImageTag = (text: string, at: number) => {
  let image: { src: string; alt: string; end: number } | undefined;
  scanHtml(text.slice(at, at + 2000), {
    text: () => {},
    open: ({ name, start, attributes }, end) => {
      if (start !== 0 || name !== 'img') return;
      const [src = '', alt = ''] = [attributes.get('src'), attributes.get('alt')];
      image = { src, alt, end: at + end };
    },
    close: () => {},
  });
  return image as { src: string; alt: string; end: number } | undefined;
};

const languageOf = ({ attributes }: Tag) =>
  /(?:^|\s)language-([\w+#.-]+)/.exec(attributes.get('class') ?? '')?.[1] ?? '';

/** Code gets a page of its own, because its content decides how it is printed. */
type Sheet = { kind: 'text' | 'pre' | 'code'; page: TextPage; language: string };

const printCode = ({ kind, language }: Sheet, text: string): string | undefined => {
  if (kind === 'pre') return /^```/m.test(text) ? undefined : `\`\`\`${language}\n${text}\n\`\`\``;
  return /[`\n]/.test(text) ? undefined : `\`${text}\``;
};

class Layout {
  readonly references: LooseReference[] = [];
  private readonly sheets: Sheet[] = [{ kind: 'text', page: new TextPage(), language: '' }];
  private hiddenIn = '';
  private reference: { url: string; title: string } | undefined;
  private link = { href: '', start: 0 };

  private readonly html: string;
  private readonly reading: HtmlReading;

  constructor(html: string, reading: HtmlReading) {
    this.html = html;
    this.reading = reading;
  }

  private get sheet() {
    return this.sheets.at(-1) as Sheet;
  }
  private get isInPre() {
    return this.sheets.some(({ kind }) => kind === 'pre');
  }

  text(raw: string) {
    if (this.hiddenIn === referencesClass && this.reference) this.reference.title += raw;
    if (this.hiddenIn !== '') return;
    writeText(this.sheet.page, raw, this.reading.keepBreaks === true || this.isInPre);
  }

  private startBlock(name: string) {
    if (paragraphs.has(name)) this.sheet.page.block(2);
    else if (lineElements.has(name)) this.sheet.page.block(1);
  }

  open(tag: Tag) {
    const { name, attributes } = tag;
    const get = (key: string) => attributes.get(key) ?? '';
    if (this.hiddenIn === referencesClass && name === 'a') {
      this.reference = { url: get('href'), title: '' };
    }
    if (this.hiddenIn !== '') return;
    if (hidden.has(name)) this.hiddenIn = name;
    else if (name === 'ul' && get('class') === referencesClass) this.hiddenIn = referencesClass;
    else if (name === 'img') {
      const target = this.reading.findImage?.(get('src')) ?? get('src');
      this.sheet.page.image({ alt: get('alt'), target });
    } else if (name === 'br') this.sheet.page.lineBreak();
    else if (name === 'a') this.link = { href: get('href'), start: tag.start };
    else if (name === 'sup') this.sheet.page.write('^');
    else if (name === 'sub') this.sheet.page.write('_');
    else if ((name === 'td' || name === 'th') && !this.sheet.page.isAtLineStart) {
      this.sheet.page.write('\t');
    } else if (name === 'pre' || name === 'code') this.openCode(name, tag);
    else this.startBlock(name);
  }

  private openCode(kind: 'pre' | 'code', tag: Tag) {
    if (this.isInPre || this.sheet.kind === 'code') {
      if (kind === 'code') this.sheet.language ||= languageOf(tag);
      return;
    }
    this.startBlock(kind);
    this.sheets.push({ kind, page: new TextPage(), language: languageOf(tag) });
  }

  /** Writes the innermost code to the page around it, as plain text when it holds images. */
  private closeCode() {
    const code = this.sheets.pop() as Sheet;
    const rich = code.page.end();
    const text = rich.length === 1 && typeof rich[0] === 'string' ? rich[0] : undefined;
    const printed = text === undefined ? undefined : printCode(code, text);
    for (const piece of printed === undefined ? rich : [printed]) {
      if (typeof piece === 'string') this.sheet.page.write(piece);
      else this.sheet.page.image(piece);
    }
    this.startBlock(code.kind);
  }

  close(name: string, start: number) {
    if (this.hiddenIn === referencesClass) {
      if (name === 'a' && this.reference) {
        const { url, title } = this.reference;
        this.references.push({
          title: decodeHTMLStrict(title) || undefined,
          url: url || undefined,
        });
        this.reference = undefined;
      } else if (name === 'ul') this.hiddenIn = '';
      return;
    }
    if (this.hiddenIn !== '') {
      if (name === this.hiddenIn) this.hiddenIn = '';
      return;
    }
    if (name === 'a') this.closeLink(start);
    if (name === 'pre' || name === 'code') {
      if (this.sheet.kind === name) this.closeCode();
      return;
    }
    this.startBlock(name);
  }

  /** Writes the address of a link, unless its text already shows it. */
  private closeLink(end: number) {
    const { href, start } = this.link;
    if (/^https?:/i.test(href) && !this.html.slice(start, end).includes(href)) {
      this.sheet.page.write(` (${href})`);
    }
    this.link = { href: '', start: 0 };
  }

  end(): Answer {
    while (this.sheets.length > 1) this.closeCode();
    return { rich: this.sheet.page.end(), references: this.references };
  }
}

/**
 * Turns HTML into plain text with images and code. Nothing is run or fetched, scripts and styles
 * are dropped, and unknown tags are text: `List<String>` stays complete.
 */
export const readHtml = (html: string, reading: HtmlReading = {}): Result<Answer, string> => {
  const layout = new Layout(html, reading);
  let refusedName: string | undefined;
  scanHtml(html, {
    text: (raw) => layout.text(raw),
    open: (tag, end) => {
      if (refused.has(tag.name)) refusedName ??= tag.name;
      if (known.has(tag.name)) layout.open(tag);
      else layout.text(html.slice(tag.start, end));
    },
    close: (name, start, end) => {
      if (known.has(name)) layout.close(name, start);
      else layout.text(html.slice(start, end));
    },
  });
  return refusedName === undefined
    ? success(layout.end())
    : failed(`holds <${refusedName}>, which a question cannot`);
};
