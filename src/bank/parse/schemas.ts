import * as v from 'valibot';

const textMessage =
  'should be text; write it on one line, in quotes if it is a number or holds ": ".';
export const textSchema = v.pipe(
  v.string(textMessage),
  v.check((text) => text.trim() !== '', 'is empty: fill it in.'),
  v.check((text) => !/\p{Cs}/u.test(text), 'holds half a character: retype it.'),
);

/** Rejects days that don't exist, such as `2026-02-30`. */
const isDay = (text: string) => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
const dateMessage = 'should be a day such as 2026-11-21.';
export const dateSchema = v.pipe(v.string(dateMessage), v.check(isDay, dateMessage));

/** Text that can be one path segment of an address, which "." and ".." can't. */
const segmentSchema = v.pipe(
  textSchema,
  v.check((text) => !/^\.+$/.test(text), 'is only dots and cannot be in an address: rename it.'),
  v.check((text) => text.trim() === text, 'starts or ends with a space: remove it.'),
);

const isHttps = (url: string) => /^https:\/\/[^\s/?#@:]+(?:[/?#]\S*)?$/.test(url);
const httpsSchema = v.pipe(
  textSchema,
  v.check(isHttps, 'should be an address that starts with https:// and holds no spaces.'),
);

/** Pages that prove what a text says. */
export const referencesSchema = v.pipe(
  v.array(
    v.strictObject({ title: textSchema, url: httpsSchema }),
    'should be a list of references.',
  ),
  v.minLength(1, 'is empty: name a page of the vendor documentation that proves the answer.'),
);

const numberFrom = (least: number, most: number, message: string) =>
  v.pipe(v.number(message), v.minValue(least, message), v.maxValue(most, message));

const domainSchema = v.strictObject({
  id: textSchema,
  name: textSchema,
  weight: numberFrom(Number.MIN_VALUE, 100, 'should be a number over 0 and up to 100.'),
});

const wholeMessage = 'should be a whole number over 0.';
const wholeSchema = v.pipe(
  numberFrom(1, Number.MAX_SAFE_INTEGER, wholeMessage),
  v.integer(wholeMessage),
);

/** The vendor's exam conditions. `pass.share` is our percentage for the scaled score. */
const sittingSchema = v.strictObject({
  questions: wholeSchema,
  minutes: wholeSchema,
  pass: v.strictObject({
    score: textSchema,
    share: numberFrom(1, 100, 'should be a percentage from 1 to 100.'),
  }),
  source: httpsSchema,
});

/** Silences a warning for one question or the whole exam, with the reason. */
const excuseSchema = v.strictObject({
  warning: textSchema,
  question: v.optional(textSchema),
  reason: textSchema,
});

const rangeSchema = v.tuple(
  [wholeSchema, wholeSchema],
  'should be two whole numbers, the least and the most.',
);

export const examSchema = v.strictObject({
  id: segmentSchema,
  name: segmentSchema,
  code: textSchema,
  outline: v.strictObject({ version: textSchema, checked: dateSchema, url: httpsSchema }),
  domains: v.pipe(
    v.array(domainSchema, 'should be a list of domains.'),
    v.minLength(1, 'is empty: list the domains of the exam guide.'),
  ),
  sitting: v.optional(sittingSchema),
  /** The vendor's own: between which numbers of words the median stem and option are. */
  words: v.optional(v.strictObject({ stem: rangeSchema, option: rangeSchema })),
  license: textSchema,
  excused: v.optional(v.array(excuseSchema, 'should be a list of excuses.'), []),
});

const fingerprintSchema = v.pipe(
  v.string('should be text: put it in quotes.'),
  v.regex(/^[0-9a-f]{8}$/, 'should be eight hexadecimal digits.'),
);

const listOfTexts = (of: string) => v.array(textSchema, `should be a list of ${of}.`);

const listOfNames = (of: string) =>
  v.array(
    v.strictObject({ name: textSchema, match: v.optional(listOfTexts('names'), []) }),
    `should be a list of ${of}.`,
  );

/**
 * The exam guide's tasks and what it names as in scope and out of it, with other words for the
 * same, when they were compared with the guide, and the
 * scenarios that several questions share: case studies of the guide, or our own.
 */
export const coverageSchema = v.strictObject({
  version: textSchema,
  checked: v.optional(dateSchema),
  tasks: listOfTexts('tasks'),
  services: listOfNames('services'),
  outOfScope: v.optional(listOfNames('services'), []),
  cases: v.optional(listOfNames('cases'), []),
});

/** Product names as the vendor has them today; `brands` are the words that they begin with. */
export const namesSchema = v.strictObject({
  brands: listOfTexts('words'),
  names: v.array(
    v.strictObject({
      name: textSchema,
      /** When it was last seen in use by the vendor, and where. */
      checked: dateSchema,
      source: httpsSchema,
      /** What it was called before, which no question should say. */
      former: v.optional(listOfTexts('names'), []),
    }),
    'should be a list of names.',
  ),
});

/** The blind checks by question id: whether a reader who hadn't seen the key arrived at it. */
export const blindChecksSchema = v.record(
  v.string(),
  v.strictObject({
    /** The fingerprint of what was checked. */
    of: fingerprintSchema,
    /** The fingerprint of the key at the first check, which says what the id asks. */
    key: v.optional(fingerprintSchema),
    date: dateSchema,
    withStem: v.optional(v.picklist(['agrees', 'differs'], 'should be agrees or differs.')),
  }),
);

/** The latest sample in which a reader saw the options alone, of questions with one answer. */
export const optionsAloneSchema = v.strictObject({
  date: dateSchema,
  seed: textSchema,
  reader: textSchema,
  asked: wholeSchema,
  /** Those whose key the reader found. */
  guessed: listOfTexts('question ids'),
});

export type OptionsAlone = v.InferOutput<typeof optionsAloneSchema>;
export type BlindCheck = v.InferOutput<typeof blindChecksSchema>[string];
export type Names = v.InferOutput<typeof namesSchema>;
export type Coverage = v.InferOutput<typeof coverageSchema>;
export type ExamFile = v.InferOutput<typeof examSchema>;
export type Excuse = v.InferOutput<typeof excuseSchema>;

/** `documentation` lists the hosts that references may point at; without it, any. */
export const providerSchema = v.strictObject({
  id: segmentSchema,
  name: textSchema,
  documentation: v.optional(listOfTexts('host names')),
});
