import * as v from 'valibot';

/** The day a date names must exist: `2026-02-30` does not. */
const isRealDay = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
};

const textMessage =
  'should be text; write it on one line, in quotes if it is a number or holds ": ".';
export const textSchema = v.pipe(
  v.string(textMessage),
  v.check((text) => text.trim() !== '', 'is empty: fill it in.'),
  v.check((text) => !/\p{Cs}/u.test(text), 'holds half a character: retype it.'),
);

const dateMessage = 'should be a day such as 2026-11-21.';
export const dateSchema = v.pipe(
  v.string(dateMessage),
  v.regex(/^\d{4}-\d\d-\d\d$/, dateMessage),
  v.check(isRealDay, dateMessage),
);

/** What stands in an address must survive as one path segment, which "." and ".." do not. */
export const segmentSchema = v.pipe(
  textSchema,
  v.check((text) => !/^\.+$/.test(text), 'is only dots and cannot be in an address: rename it.'),
  v.check((text) => text.trim() === text, 'starts or ends with a space: remove it.'),
);

const isHttps = (url: string) => /^https:\/\/[^\s/?#@:]+(?:[/?#]\S*)?$/.test(url);
export const httpsSchema = v.pipe(
  textSchema,
  v.check(isHttps, 'should be an address that starts with https:// and holds no spaces.'),
);
