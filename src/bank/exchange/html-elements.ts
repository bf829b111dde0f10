const words = (text: string) => new Set(text.split(' '));
/** They start a paragraph, or a line. */
export const paragraphs = words('p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote hr figure');
export const lineElements = words(
  'div li tr dt dd section article header footer center fieldset form thead tbody tfoot caption figcaption address main nav aside',
);
const inline = words(
  'a abbr acronym b bdi bdo big br cite code col colgroup data del dfn em font i img ins kbd label mark nobr o q rp rt ruby s samp small span strike strong sub sup td th time tt u var wbr html body script style head title meta link template noscript',
);
/** Browsers show nothing of what is in them. */
export const hidden = words('script style template head title');
/** They show something that neither text nor picture can. */
export const refused = words(
  'iframe object embed video audio canvas svg math applet input select textarea button map',
);
/** Whatever else looks like a tag is text. */
export const known = new Set([...paragraphs, ...lineElements, ...inline, ...refused]);
