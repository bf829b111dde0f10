import { createHash, randomBytes } from 'node:crypto';
import { parseConfig } from '#api/config.ts';
import { parseExamDetail, parseExams, parseProviders, parseQuestion } from '#api/wire-parser.ts';
import {
  examBundleAddress,
  examsAddress,
  imageAddress,
  isFilesApi,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { allQuestionIds, type ExamBundle, type ExamDetail } from '#contract/wire.ts';
import { isKnownKind, kindOf } from '#exam/grading/kinds.ts';
import { anyObject } from '#support/sync-object.ts';
import { type Answer, ask } from './http-client.ts';

/** What a deployment must do for the app, as far as it can be seen over HTTP. */

export type Outcome = {
  check: string;
  /**
   * `advice` is for what a host that only serves files can't help: the app works, but slower or
   * less guarded. `absent`: the check means nothing on this host.
   */
  kind: 'ok' | 'advice' | 'fault' | 'absent';
  /** What is wrong, a line each. */
  notes: string[];
};

type Exam = { providerId: string; name: string; detail: ExamDetail };

type Host = {
  /** The site's address with a slash at its end; undefined for an API alone. */
  site: string | undefined;
  apiUrl: string;
  /** The place for paired devices, if the app offers it. */
  syncUrl: string | undefined;
  /** Every exam that the lists lead to, the largest first. */
  exams: Exam[];
  largest: Exam;
};

/** Notes what is wrong unless the condition holds. Without words the answer speaks for itself. */
type Judge = (isRight: boolean, answer: Answer, words?: string) => void;

type Check = (host: Host, fault: Judge, advice: Judge) => Promise<void>;

/** How many questions of the largest exam to look at, and of each other one. */
const MANY = 30;
const FEW = 4;
/** Seconds. */
const HOUR = 3600;

/** An id that no bank has. */
const NOBODY = 'no such thing';

const asPerson = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
const asBrowser = { 'accept-encoding': 'gzip, br' };

const has = ({ headers }: Answer, name: string, pattern: RegExp) =>
  pattern.test(`${headers[name] ?? ''}`);
const isJson = (answer: Answer) => has(answer, 'content-type', /^application\/json\b/i);
const isScript = (answer: Answer) =>
  answer.status === 200 && has(answer, 'content-type', /^(?:text|application)\/javascript/);
const isRefused = ({ status }: Answer) => status >= 400 && status < 500;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const parsePolicy = (page: string) =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/
    .exec(page)?.[1]
    ?.replaceAll('&#39;', "'");

const hashOf = (algorithm: string, content: string | Buffer) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Whether the bytes are a whole image of the type that is named. */
const isImage = ({ status, headers, bytes, text }: Answer) => {
  const hex = bytes.toString('hex');
  const type = `${headers['content-type']}`.split(';')[0] ?? '';
  const isWhole: Record<string, () => boolean> = {
    'image/svg+xml': () => /<svg[\s>]/.test(text) && /<\/svg>\s*$/.test(text),
    'image/png': () => hex.startsWith('89504e470d0a1a0a') && hex.endsWith('49454e44ae426082'),
    'image/jpeg': () => hex.startsWith('ffd8') && hex.endsWith('ffd9'),
    'image/webp': () => bytes.readUInt32LE(4) + 8 === bytes.length,
  };
  return status === 200 && isWhole[type]?.() === true;
};

/** Seconds for which the browser or a cache on the way may answer without asking. */
const freshFor = ({ headers }: Answer) => {
  const control = `${headers['cache-control'] ?? ''}`;
  if (/no-cache|no-store/.test(control)) return 0;
  return Math.max(0, ...[...control.matchAll(/max-?age=(\d+)/g)].map(([, time]) => Number(time)));
};

const askQuestion = async (host: Host, { providerId, name }: Exam, id: string) => {
  const address = questionAddress(host.apiUrl, providerId, name, id);
  const answer = await ask(address, { headers: asBrowser });
  const parsed = answer.status === 200 ? parseQuestion(answer.json) : undefined;
  const imageOf = (image: string) => imageAddress(host.apiUrl, providerId, name, id, image);
  return { answer, parsed, images: parsed?.images.map(imageOf) ?? [] };
};

const askQuestions = async (host: Host) => {
  const answers = [];
  for (const exam of host.exams) {
    const ids = exam.detail.questionIds.slice(0, exam === host.largest ? MANY : FEW);
    for (const id of ids) answers.push({ exam, ...(await askQuestion(host, exam, id)) });
  }
  return answers;
};

const listOf = ({ apiUrl, largest: { providerId, name } }: Host) =>
  questionsAddress(apiUrl, providerId, name);
const bundleOf = ({ apiUrl, largest: { providerId, name } }: Host) =>
  examBundleAddress(apiUrl, providerId, name);
const withPage = (address: string, { site }: Host) => (site ? [address, site] : [address]);

const apiChecks: Record<string, Check> = {
  'lists name every exam and its questions': async ({ apiUrl, exams }, fault) => {
    const providers = await ask(providersAddress(apiUrl));
    fault(isJson(providers), providers, 'not JSON');
    for (const { id, examCount, questionCount } of parseProviders(providers.json) ?? []) {
      const answer = await ask(examsAddress(apiUrl, id));
      const listed = (answer.status === 200 && parseExams(answer.json)) || [];
      fault(listed.length === examCount, answer, `lists ${listed.length} of ${examCount} exams`);
      const total = listed.reduce((sum, exam) => sum + exam.questionCount, 0);
      const isTotal = questionCount === undefined || questionCount === total;
      fault(isTotal, answer, `${total} questions, not ${questionCount}`);
      for (const { name, questionCount: said } of listed) {
        const exam = exams.find((one) => one.providerId === id && one.name === name);
        const count = exam?.detail.questionIds.length ?? 0;
        fault(count === said, answer, `${name} has ${count} questions, not ${said}`);
      }
    }
  },
  'questions are found, and their answers are among their options': async (host, fault) => {
    for (const { answer, parsed } of await askQuestions(host)) {
      fault(parsed !== undefined && isJson(answer), answer, 'not a question');
      const { options = [], answers = [] } = parsed?.question ?? {};
      const isKnown = answers.every((text) => options.includes(text));
      fault(isKnown, answer, 'has an answer that is not an option');
    }
  },
  'questions are of the kind that they name, and their cases and tables are there': async (
    host,
    fault,
    advice,
  ) => {
    for (const { exam, answer, parsed } of await askQuestions(host)) {
      const { question } = parsed ?? {};
      const { kind, caseId } = question ?? {};
      if (question && kind && kindOf(question) === 'choice') {
        const judge = isKnownKind(kind) ? fault : advice;
        judge(false, answer, `cannot be asked as the kind "${kind}", only as a choice`);
      }
      const about = exam.detail.cases?.find(({ id }) => id === caseId);
      fault(
        !caseId || about !== undefined,
        answer,
        `is about a case "${caseId}" that is not there`,
      );
      const { columns = [], rows = [] } = question?.lookAlike ?? {};
      const isEven = rows.every((cells) => cells.length === columns.length);
      fault(isEven, answer, 'has a table of look-alikes that is not whole');
    }
    for (const { providerId, name, detail } of host.exams) {
      const list = await ask(questionsAddress(host.apiUrl, providerId, name));
      const ids = allQuestionIds(detail);
      const isShared = ({ questionIds }: { questionIds: string[] }) =>
        questionIds.length > 0 && questionIds.every((id) => ids.includes(id));
      for (const study of detail.cases ?? []) {
        const isWhole = study.sections.length > 0 && isShared(study);
        fault(isWhole, list, `has a case "${study.id}" that is not whole`);
      }
    }
  },
  'pictures are whole': async (host, fault) => {
    for (const { images } of await askQuestions(host)) {
      for (const address of images) {
        const answer = await ask(address);
        fault(isImage(answer), answer, 'not a whole picture');
      }
    }
  },
  'the whole exam in one answer agrees with the single ones': async (host, fault, advice) => {
    const { apiUrl, largest: exam } = host;
    const bundle = await ask(bundleOf(host));
    advice(bundle.status === 200, bundle, 'so saving takes a request for each question');
    if (bundle.status !== 200) return;
    const { exam: detail, questions, images } = bundle.json as ExamBundle;
    fault(isSame(parseExamDetail(detail, exam.name), exam.detail), bundle, 'another exam');
    for (const { id, answer } of questions.slice(0, MANY)) {
      const { parsed } = await askQuestion(host, exam, id);
      fault(isSame(parseQuestion(answer), parsed), bundle, `another question ${id}`);
    }
    for (const { questionId, file, data } of images.slice(0, MANY)) {
      if (data === undefined) continue;
      const image = await ask(imageAddress(apiUrl, exam.providerId, exam.name, questionId, file));
      fault(image.bytes.equals(Buffer.from(data, 'base64')), bundle, `another picture ${file}`);
    }
  },
  'what is not there is a 404': async ({ apiUrl, largest: { providerId, name } }, fault) => {
    for (const address of [
      examsAddress(apiUrl, NOBODY),
      questionsAddress(apiUrl, providerId, NOBODY),
      questionAddress(apiUrl, providerId, name, NOBODY),
      imageAddress(apiUrl, providerId, name, NOBODY, 'img-1.png'),
    ]) {
      const answer = await ask(address);
      fault(answer.status === 404, answer);
    }
  },
  'a call without its parameters is refused in JSON': async ({ apiUrl }, fault) => {
    for (const call of ['exams', 'questions?providerId=x', 'question?provider=x']) {
      const answer = await ask(`${apiUrl}/api/${call}`);
      fault(isRefused(answer) && isJson(answer), answer, 'not an error in JSON');
    }
  },
  'nothing can be written': async ({ apiUrl }, fault) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await ask(providersAddress(apiUrl), { method });
      fault(isRefused(answer), answer, `to ${method}`);
    }
  },
  'HEAD answers as GET does, without the body': async ({ apiUrl }, fault) => {
    const whole = await ask(providersAddress(apiUrl));
    const head = await ask(providersAddress(apiUrl), { method: 'HEAD' });
    const hasSameType = head.headers['content-type'] === whole.headers['content-type'];
    const isHead = head.status === whole.status && hasSameType && head.length === 0;
    fault(isHead, head, `and ${head.length} bytes to HEAD`);
  },
  'what the client has is not sent again': async (host, fault, advice) => {
    for (const address of withPage(listOf(host), host)) {
      const whole = await ask(address, { headers: asBrowser });
      const { etag } = whole.headers;
      advice(etag !== undefined, whole, 'without an ETag, so every refresh sends all of it');
      if (!etag) continue;
      const again = await ask(address, { headers: { ...asBrowser, 'if-none-match': etag } });
      fault(again.status === 304 && again.length === 0, again, 'to If-None-Match');
      const other = await ask(address, { headers: { ...asBrowser, 'if-none-match': '"other"' } });
      fault(other.status === 200, other, "to another version's If-None-Match");
    }
  },
  'texts are compressed, and caches are told so': async (host, fault, advice) => {
    for (const address of withPage(bundleOf(host), host)) {
      const plain = await ask(address);
      const packed = await ask(address, { headers: asBrowser });
      if (plain.status !== 200 || plain.length < 2048) continue;
      fault(plain.bytes.equals(packed.bytes), packed, 'another text when compressed');
      fault(!plain.headers['content-encoding'], plain, "compressed for who can't read it");
      advice(packed.length < plain.length, packed, 'not compressed');
      const isTold = packed.length === plain.length || has(packed, 'vary', /accept-encoding|\*/i);
      fault(isTold, packed, 'compressed without Vary: Accept-Encoding');
    }
  },
  'what changes is asked for again': async (host, fault, advice) => {
    const { site, apiUrl, largest } = host;
    const files = site ? [site, `${site}sw.js`, `${site}config.json`] : [];
    const lists = [providersAddress(apiUrl), examsAddress(apiUrl, largest.providerId)];
    for (const address of [...files, ...lists, listOf(host)]) {
      const answer = await ask(address);
      const time = freshFor(answer);
      const isImmutable = has(answer, 'cache-control', /immutable/);
      fault(time <= HOUR && !isImmutable, answer, `may be cached for ${time} seconds`);
      const isTold = answer.headers['cache-control'] !== undefined;
      advice(time === 0 && isTold, answer, `may be ${time || 'any number of'} seconds old`);
    }
  },
  'another origin may ask': async (host, fault, advice) => {
    const { site, apiUrl } = host;
    const isForeign = !site || new URL(site).origin !== new URL(apiUrl).origin;
    const origin = 'https://another.example';
    const answer = await ask(listOf(host), { headers: { origin } });
    const allowed = answer.headers['access-control-allow-origin'] ?? '';
    const judge = isForeign ? fault : advice;
    judge(['*', origin].includes(allowed), answer, 'without Access-Control-Allow-Origin');
  },
};

const siteChecks: Record<string, Check> = {
  'the page is there with its files': async ({ site = '' }, fault) => {
    const page = await ask(site);
    const isPage =
      has(page, 'content-type', /^text\/html/) && page.text.includes('<div id="root">');
    fault(page.status === 200 && isPage, page, 'not the page');
    for (const [, path = ''] of page.text.matchAll(/\s(?:src|href)="([^"#]+)"/g)) {
      if (/^https?:/.test(path) || path.includes('/exams/') || !/\.\w+$/.test(path)) continue;
      const file = await ask(new URL(path, site).href);
      const isFile = file.status === 200 && has(file, 'content-type', /./);
      fault(path.endsWith('.js') ? isScript(file) : isFile, file);
    }
  },
  'hashed files may be kept for good, unlike the rest': async ({ site = '' }, fault, advice) => {
    const [script = ''] = /[^"]*assets\/[^"]+\.js/.exec((await ask(site)).text) ?? [];
    const answer = await ask(new URL(script, site).href);
    fault(answer.status === 200, answer);
    advice(has(answer, 'cache-control', /immutable/), answer, 'not immutable');
  },
  "the page's policies allow its own script and style": async ({ site = '' }, fault, advice) => {
    const page = await ask(site);
    const header = page.headers['content-security-policy'];
    advice(header !== undefined, page, 'without a Content-Security-Policy header');
    const policies = [parsePolicy(page.text), header].filter((policy) => policy !== undefined);
    fault(policies.length > 0, page, 'without a content policy');
    for (const tag of ['script', 'style']) {
      const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page.text) ?? [];
      for (const policy of policies) {
        const [sources = ''] = new RegExp(`${tag}-src [^;]*`).exec(`${policy}`) ?? [];
        fault(sources.includes(`'${hashOf('sha256', text)}'`), page, `forbids its own ${tag}`);
      }
    }
  },
  'the worker and all that it installs are of one build': async ({ site = '' }, fault) => {
    const worker = await ask(`${site}sw.js`);
    fault(isScript(worker), worker);
    const entry = /"integrity":"([^"]+)","revision":[^,]*,"url":"([^"]+)"/g;
    const entries = [...worker.text.matchAll(entry)];
    fault(entries.length > 0, worker, 'installs nothing');
    for (const [, integrity, url = ''] of entries) {
      const file = await ask(new URL(url, site).href);
      const isInstalled = file.status === 200 && hashOf('sha384', file.bytes) === integrity;
      fault(isInstalled, file, 'not the file that the worker installs');
    }
  },
  'the manifest starts the app where it lies': async ({ site = '' }, fault) => {
    const manifest = await ask(`${site}manifest.webmanifest`);
    type Manifest = { start_url?: string; scope?: string; icons?: { src: string }[] };
    const { start_url = '', scope = '', icons = [] } = (manifest.json ?? {}) as Manifest;
    for (const place of [start_url, scope]) {
      fault(new URL(place, manifest.address).href === site, manifest, `leads to ${place}`);
    }
    for (const { src } of icons) {
      const icon = await ask(new URL(src, manifest.address).href);
      fault(isImage(icon), icon, 'not a whole picture');
    }
  },
  'deep links get the page': async ({ site = '', apiUrl, exams }, fault, advice) => {
    const page = await ask(site);
    const paths = exams.flatMap(({ providerId, name }) => [[providerId], [providerId, name]]);
    const links = paths.map((ids) => `${site}exams/${ids.map(encodeURIComponent).join('/')}`);
    for (const link of new Set(links)) {
      const answer = await ask(link, { headers: asPerson });
      fault(answer.text === page.text, answer, 'not the page');
      const judge = isFilesApi(apiUrl) ? advice : fault;
      judge(answer.status === 200, answer);
    }
  },
  'unknown pages and missing files are a 404': async ({ site = '' }, fault) => {
    const page = await ask(`${site}nowhere/to/go`, { headers: asPerson });
    const isExplained = page.text.includes('<div id="root">');
    fault(page.status === 404 && isExplained, page, 'not a 404 with the page');
    for (const path of ['assets/index-00000000.js', 'icons/none.png', 'none.json']) {
      const answer = await ask(site + path);
      fault(answer.status === 404, answer);
    }
  },
  'paired devices find what they left, and nobody else': async ({ syncUrl }, fault) => {
    const address = `${syncUrl}/${randomBytes(16).toString('hex')}`;
    const put = (fill: number, condition: Record<string, string>) =>
      ask(address, { method: 'PUT', headers: condition, body: anyObject(1, fill) });
    const judge = (answer: Answer, status: number, words: string) =>
      fault(answer.status === status && answer.headers['certdeck-sync'] === '1', answer, words);
    judge(await ask(address), 404, 'where nothing is');
    const made = await put(1, { 'if-none-match': '*' });
    judge(made, 201, 'to a new object');
    const { etag = '' } = made.headers;
    judge(await put(2, { 'if-none-match': '*' }), 412, 'to an object in place of another');
    judge(await put(2, { 'if-match': '"other"' }), 412, "to another version's If-Match");
    const found = await ask(address);
    const isSame = found.bytes.equals(Buffer.from(anyObject(1, 1))) && found.headers.etag === etag;
    fault(isSame, found, 'another object than was left');
    fault(freshFor(found) === 0, found, 'may be cached');
    judge(await ask(address, { headers: { 'if-none-match': etag } }), 304, 'to If-None-Match');
    judge(await put(3, { 'if-match': etag }), 204, 'to If-Match');
    judge(await ask(address, { method: 'DELETE' }), 204, 'to DELETE');
    judge(await ask(address), 404, 'where all is deleted');
    const bare = await ask(`${syncUrl}/`);
    fault(bare.status >= 400 || !bare.text.includes(address.slice(-32)), bare, 'lists what it has');
  },
  'nothing but the site is served': async ({ site = '' }, fault, advice) => {
    for (const path of ['.git/config', '..%2fpackage.json', '%2e%2e/package.json', '.env']) {
      const answer = await ask(site + path);
      fault(answer.status >= 400, answer, 'not a file of the site');
    }
    const script = await ask(`${site}sw.js`);
    const isGuarded = has(script, 'x-content-type-options', /^nosniff$/);
    advice(isGuarded, script, 'without X-Content-Type-Options');
  },
};

/** What means nothing on a host: a check of calls where the API is only files, of a place it lacks. */
const absentChecks: Record<string, (host: Host) => boolean> = {
  'a call without its parameters is refused in JSON': ({ apiUrl }) => isFilesApi(apiUrl),
  'paired devices find what they left, and nobody else': ({ syncUrl }) => !syncUrl,
};

export const namesOfChecks = Object.keys({ ...apiChecks, ...siteChecks });

/** Finds the API that a deployment's configuration names, and its exams. */
const findHost = async (address: string, isApiAlone: boolean): Promise<Host> => {
  const base = address.replace(/\/*$/, '/');
  const answer = await ask(`${base}config.json`);
  const config = isApiAlone ? undefined : parseConfig(answer.json, new URL(base).origin);
  if (!isApiAlone && !config) throw new Error(`${describe(answer)}: not a configuration`);
  const apiUrl = config?.apiUrl ?? base.slice(0, -1);
  const providers = await ask(providersAddress(apiUrl));
  const exams: Exam[] = [];
  for (const { id: providerId } of parseProviders(providers.json) ?? []) {
    const listed = await ask(examsAddress(apiUrl, providerId));
    for (const { name } of parseExams(listed.json) ?? []) {
      const found = await ask(questionsAddress(apiUrl, providerId, name));
      const detail = parseExamDetail(found.json, name);
      if (detail) exams.push({ providerId, name, detail });
    }
  }
  exams.sort((a, b) => b.detail.questionIds.length - a.detail.questionIds.length);
  const [largest] = exams;
  if (!largest) throw new Error(`${describe(providers)}: leads to no exam`);
  return { site: config && base, apiUrl, syncUrl: config?.syncUrl, exams, largest };
};

const describe = ({ address, status, headers }: Answer) =>
  `${address} answers ${status} ${headers['content-type'] ?? 'without a type'}`;

const runCheck = async (name: string, check: Check, host: Host): Promise<Outcome> => {
  if (absentChecks[name]?.(host)) {
    return { check: name, kind: 'absent', notes: [] };
  }
  const faults = new Set<string>();
  const advice = new Set<string>();
  const noteIn =
    (notes: Set<string>): Judge =>
    (isRight, answer, words) => {
      if (!isRight) notes.add(words ? `${describe(answer)}: ${words}` : describe(answer));
    };
  await check(host, noteIn(faults), noteIn(advice)).catch((error) => faults.add(`${error}`));
  const kind = faults.size > 0 ? 'fault' : advice.size > 0 ? 'advice' : 'ok';
  return { check: name, kind, notes: [...faults, ...advice] };
};

/** Runs every check of a deployment, or of an API alone. */
export const checkConformance = async (address: string, { isApiAlone = false } = {}) => {
  const host = await findHost(address, isApiAlone);
  const checks = Object.entries(isApiAlone ? apiChecks : { ...apiChecks, ...siteChecks });
  const outcomes: Outcome[] = [];
  for (const [name, check] of checks) outcomes.push(await runCheck(name, check, host));
  return outcomes;
};
