import { createHash } from 'node:crypto';
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
import type { ExamBundle, ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { type Answer, ask } from './http-client.ts';

/** What a deployment must do for the app, asked over HTTP alone. */

/** `advice` is for what a host of files cannot help: the app works, but slower or less guarded. */
export type Outcome = {
  check: string;
  kind: 'ok' | 'advice' | 'fault' | 'absent';
  /** Says what is wrong, a line each. */
  notes: string[];
};

type Exam = { providerId: string; name: string; detail: ExamDetail };

type Host = {
  /** Where the site lies, with a slash at its end; undefined for an API alone. */
  site: string | undefined;
  apiUrl: string;
  /** Every exam that the lists lead to, the largest first. */
  exams: Exam[];
};

type Report = {
  fault: (isRight: boolean, note: string) => void;
  advice: (isRight: boolean, note: string) => void;
};

type Check = {
  name: string;
  /** Has no meaning where files are asked for. */
  isOfCalls?: boolean;
  run: (host: Host, report: Report) => Promise<void>;
};

/** Of each exam so many questions are looked at, and of the largest one the other number. */
const FEW = 3;
const MANY = 30;

const has = (answer: Answer, name: string, pattern: RegExp) =>
  pattern.test(`${answer.headers[name] ?? ''}`);

const isJsonType = (answer: Answer) => has(answer, 'content-type', /^application\/json\b/i);

const tell = (answer: Answer) =>
  `${answer.address} answers ${answer.status} ${answer.headers['content-type'] ?? 'without a type'}`;

const asPerson = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
const asBrowser = { 'accept-encoding': 'gzip, br' };

/** What is not there, whatever the bank holds. */
const NOBODY = 'no such thing';

const route = (site: string, ...segments: string[]) =>
  `${site}exams/${segments.map(encodeURIComponent).join('/')}`;

const takeQuestions = (host: Host) =>
  host.exams.flatMap((exam, place) =>
    exam.detail.questionIds.slice(0, place === 0 ? MANY : FEW).map((id) => ({ exam, id })),
  );

const askQuestion = async ({ apiUrl }: Host, exam: Exam, id: string) => {
  const answer = await ask(questionAddress(apiUrl, exam.providerId, exam.name, id), {
    headers: asBrowser,
  });
  return { answer, question: answer.status === 200 ? parseQuestion(answer.json) : undefined };
};

/** Whether the bytes are a whole picture of the type that is said. */
const isPicture = ({ headers, bytes, text }: Answer) => {
  const type = `${headers['content-type']}`;
  const begins = (hex: string) => bytes.toString('hex', 0, hex.length / 2) === hex;
  const ends = (hex: string) => bytes.toString('hex').endsWith(hex);
  if (type.startsWith('image/svg+xml')) return /<svg[\s>]/.test(text) && /<\/svg>\s*$/.test(text);
  if (type === 'image/png') return begins('89504e470d0a1a0a') && ends('49454e44ae426082');
  if (type === 'image/jpeg') return begins('ffd8') && ends('ffd9');
  return type === 'image/webp' && bytes.readUInt32LE(4) + 8 === bytes.length;
};

const listImages = (host: Host, exam: Exam, id: string, { images }: QuestionAnswer) =>
  images.map((image) => imageAddress(host.apiUrl, exam.providerId, exam.name, id, image));

/** Seconds for which a cache on the way, or the browser, may answer without asking. */
const freshFor = (answer: Answer) => {
  const control = `${answer.headers['cache-control'] ?? ''}`;
  if (/no-cache|no-store/.test(control)) return 0;
  return Math.max(0, ...[...control.matchAll(/max-?age=(\d+)/g)].map(([, time]) => Number(time)));
};

const HOUR = 3600;

const hashIn = (policy: string, directive: string, text: string) => {
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const sources = policy.split(';').find((part) => part.trim().startsWith(`${directive} `)) ?? '';
  return sources.includes(hash);
};

const precached = (worker: string) =>
  [...worker.matchAll(/"integrity":"([^"]+)","revision":[^,]*,"url":"([^"]+)"/g)].map(
    ([, integrity = '', url = '']) => ({ integrity, url }),
  );

const apiChecks: Check[] = [
  {
    name: 'lists name every exam and its questions',
    run: async ({ apiUrl, exams }, { fault }) => {
      const providers = await ask(providersAddress(apiUrl));
      fault(isJsonType(providers), `${tell(providers)} instead of JSON`);
      for (const { id, examCount, questionCount: said } of parseProviders(providers.json) ?? []) {
        const answer = await ask(examsAddress(apiUrl, id));
        const listed = answer.status === 200 ? parseExams(answer.json) : [];
        fault(listed?.length === examCount, `${answer.address} does not list ${examCount} exams`);
        const total = listed?.reduce((sum, { questionCount }) => sum + questionCount, 0) ?? 0;
        fault(said === undefined || said === total, `${id} has ${total} questions, not ${said}`);
        for (const { name, questionCount } of listed ?? []) {
          const detail = exams.find((one) => one.providerId === id && one.name === name)?.detail;
          const count = detail?.questionIds.length ?? 0;
          fault(count === questionCount, `${name} has ${count} questions, not ${questionCount}`);
        }
      }
    },
  },
  {
    name: 'questions are found, and their answers are among their options',
    run: async (host, { fault }) => {
      for (const { exam, id } of takeQuestions(host)) {
        const { answer, question } = await askQuestion(host, exam, id);
        fault(
          question !== undefined && isJsonType(answer),
          `${tell(answer)}, which is no question`,
        );
        const { options = [], answers = [] } = question?.question ?? {};
        const isKnown = answers.every((text) => options.includes(text));
        fault(isKnown, `${answer.address} has an answer that is no option`);
      }
    },
  },
  {
    name: 'pictures are whole',
    run: async (host, { fault }) => {
      for (const { exam, id } of takeQuestions(host)) {
        const { question } = await askQuestion(host, exam, id);
        for (const address of question ? listImages(host, exam, id, question) : []) {
          const answer = await ask(address);
          fault(answer.status === 200 && isPicture(answer), `${tell(answer)}, which is no picture`);
        }
      }
    },
  },
  {
    name: 'the whole exam in one answer agrees with the single ones',
    run: async (host, { fault, advice }) => {
      const [exam] = host.exams;
      if (!exam) return;
      const bundle = await ask(examBundleAddress(host.apiUrl, exam.providerId, exam.name));
      advice(
        bundle.status === 200,
        `${bundle.address} is absent, so saving takes a request a question`,
      );
      if (bundle.status !== 200) return;
      const { exam: detail, questions, images } = bundle.json as ExamBundle;
      fault(
        JSON.stringify(parseExamDetail(detail, exam.name)) === JSON.stringify(exam.detail),
        `${bundle.address} lists the exam otherwise`,
      );
      for (const { id, answer } of questions.slice(0, MANY)) {
        const { question } = await askQuestion(host, exam, id);
        const isSame = JSON.stringify(parseQuestion(answer)) === JSON.stringify(question);
        fault(isSame, `${bundle.address} has another question ${id}`);
      }
      for (const { questionId, file, data } of images.slice(0, MANY)) {
        if (data === undefined) continue;
        const address = imageAddress(host.apiUrl, exam.providerId, exam.name, questionId, file);
        const isSame = (await ask(address)).bytes.equals(Buffer.from(data, 'base64'));
        fault(isSame, `${bundle.address} has another picture ${file}`);
      }
    },
  },
  {
    name: 'what is not there is a 404',
    run: async ({ apiUrl, exams }, { fault }) => {
      const { providerId = NOBODY, name = NOBODY } = exams[0] ?? {};
      for (const address of [
        examsAddress(apiUrl, NOBODY),
        questionsAddress(apiUrl, providerId, NOBODY),
        questionAddress(apiUrl, providerId, name, NOBODY),
        imageAddress(apiUrl, providerId, name, NOBODY, 'img-1.png'),
      ]) {
        const answer = await ask(address);
        fault(answer.status === 404, `${tell(answer)} instead of 404`);
      }
    },
  },
  {
    name: 'a call without its parameters is refused in JSON',
    isOfCalls: true,
    run: async ({ apiUrl }, { fault }) => {
      for (const call of ['exams', 'questions?providerId=x', 'question?provider=x']) {
        const answer = await ask(`${apiUrl}/api/${call}`);
        const isRefused = answer.status >= 400 && answer.status < 500;
        fault(isRefused && isJsonType(answer), `${tell(answer)} instead of an error in JSON`);
      }
    },
  },
  {
    name: 'nothing can be written',
    run: async ({ apiUrl }, { fault }) => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await ask(providersAddress(apiUrl), { method });
        fault(answer.status >= 400 && answer.status < 500, `${method}: ${tell(answer)}`);
      }
    },
  },
  {
    name: 'HEAD answers as GET does, without the body',
    run: async ({ apiUrl }, { fault }) => {
      const whole = await ask(providersAddress(apiUrl));
      const head = await ask(providersAddress(apiUrl), { method: 'HEAD' });
      const isSame = head.status === whole.status && head.length === 0;
      const hasSameType = head.headers['content-type'] === whole.headers['content-type'];
      fault(isSame && hasSameType, `HEAD: ${tell(head)} and ${head.length} bytes`);
    },
  },
  {
    name: 'what the client has is not sent again',
    run: async ({ site, apiUrl, exams }, { fault, advice }) => {
      const { providerId = '', name = '' } = exams[0] ?? {};
      const addresses = [questionsAddress(apiUrl, providerId, name), ...(site ? [site] : [])];
      for (const address of addresses) {
        const whole = await ask(address, { headers: asBrowser });
        const { etag } = whole.headers;
        advice(etag !== undefined, `${address} has no ETag, so every refresh sends all of it`);
        if (!etag) continue;
        const again = await ask(address, { headers: { ...asBrowser, 'if-none-match': etag } });
        fault(again.status === 304 && again.length === 0, `${tell(again)} to If-None-Match`);
        const other = await ask(address, { headers: { ...asBrowser, 'if-none-match': '"other"' } });
        fault(other.status === 200, `${tell(other)} to another version's If-None-Match`);
      }
    },
  },
  {
    name: 'texts are compressed, and caches are told so',
    run: async ({ site, apiUrl, exams }, { fault, advice }) => {
      const { providerId = '', name = '' } = exams[0] ?? {};
      const addresses = [examBundleAddress(apiUrl, providerId, name), ...(site ? [site] : [])];
      for (const address of addresses) {
        const plain = await ask(address);
        const packed = await ask(address, { headers: asBrowser });
        if (plain.status !== 200 || plain.length < 2048) continue;
        fault(plain.bytes.equals(packed.bytes), `${address} is another text when compressed`);
        fault(
          !plain.headers['content-encoding'],
          `${address} is compressed for whoever can't read it`,
        );
        advice(packed.length < plain.length, `${address} is not compressed`);
        const isTold = packed.length === plain.length || has(packed, 'vary', /accept-encoding|\*/i);
        fault(isTold, `${address} is compressed without Vary: Accept-Encoding`);
      }
    },
  },
  {
    name: 'what changes is asked for again',
    run: async ({ site, apiUrl, exams }, { fault, advice }) => {
      const { providerId = '', name = '' } = exams[0] ?? {};
      const files = site ? [site, `${site}sw.js`, `${site}config.json`] : [];
      for (const address of [
        ...files,
        providersAddress(apiUrl),
        examsAddress(apiUrl, providerId),
        questionsAddress(apiUrl, providerId, name),
      ]) {
        const answer = await ask(address);
        const time = freshFor(answer);
        const isImmutable = has(answer, 'cache-control', /immutable/);
        fault(time <= HOUR && !isImmutable, `${address} may be kept for ${time} seconds`);
        const isTold = answer.headers['cache-control'] !== undefined;
        advice(time === 0 && isTold, `${address} may be ${time || 'unknown'} seconds old`);
      }
    },
  },
  {
    name: 'another origin may ask',
    run: async ({ site, apiUrl, exams }, { fault, advice }) => {
      const { providerId = '', name = '' } = exams[0] ?? {};
      const isForeign = !site || new URL(site).origin !== new URL(apiUrl).origin;
      const answer = await ask(questionsAddress(apiUrl, providerId, name), {
        headers: { origin: 'https://another.example' },
      });
      const judge = isForeign ? fault : advice;
      const isAllowed = has(
        answer,
        'access-control-allow-origin',
        /^(?:\*|https:\/\/another\.example)$/,
      );
      judge(isAllowed, `${answer.address} has no Access-Control-Allow-Origin`);
    },
  },
];

const siteChecks: Check[] = [
  {
    name: 'the page is there with its files',
    run: async ({ site = '' }, { fault }) => {
      const page = await ask(site);
      fault(
        page.status === 200 && has(page, 'content-type', /^text\/html/),
        `${tell(page)} instead of the page`,
      );
      fault(page.text.includes('<div id="root">'), `${site} is another page`);
      for (const [, , path = ''] of page.text.matchAll(/\s(src|href)="([^"#]+)"/g)) {
        if (/^https?:/.test(path) || path.includes('/exams/') || !/\.\w+$/.test(path)) continue;
        const file = await ask(new URL(path, site).href);
        const type = path.endsWith('.js') ? /^(?:text|application)\/javascript/ : /./;
        fault(file.status === 200 && has(file, 'content-type', type), tell(file));
      }
    },
  },
  {
    name: 'hashed files may be kept for good, unlike the rest',
    run: async ({ site = '' }, { fault, advice }) => {
      const [script = ''] = /[^"]*assets\/[^"]+\.js/.exec((await ask(site)).text) ?? [];
      const answer = await ask(new URL(script, site).href);
      fault(answer.status === 200, tell(answer));
      advice(has(answer, 'cache-control', /immutable/), `${answer.address} is not immutable`);
    },
  },
  {
    name: "the page's policies allow its own script and style",
    run: async ({ site = '' }, { fault, advice }) => {
      const page = await ask(site);
      const [, meta] =
        /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page.text) ?? [];
      const header = page.headers['content-security-policy'];
      advice(header !== undefined, `${site} has no Content-Security-Policy header`);
      const policies = [meta?.replaceAll('&#39;', "'"), header].filter((one) => one !== undefined);
      fault(policies.length > 0, `${site} has no content policy`);
      const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page.text) ?? [];
      const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page.text) ?? [];
      for (const policy of policies) {
        fault(hashIn(`${policy}`, 'script-src', script), `${site} forbids its own script`);
        fault(hashIn(`${policy}`, 'style-src', style), `${site} forbids its own style`);
      }
    },
  },
  {
    name: 'the worker and all that it installs are of one build',
    run: async ({ site = '' }, { fault }) => {
      const worker = await ask(`${site}sw.js`);
      fault(
        worker.status === 200 && has(worker, 'content-type', /^(?:text|application)\/javascript/),
        tell(worker),
      );
      const entries = precached(worker.text);
      fault(entries.length > 0, `${worker.address} installs nothing`);
      for (const { integrity, url } of entries) {
        const file = await ask(new URL(url, site).href);
        const hash = `sha384-${createHash('sha384').update(file.bytes).digest('base64')}`;
        fault(
          file.status === 200 && hash === integrity,
          `${file.address} is not the one that ${worker.address} installs`,
        );
      }
    },
  },
  {
    name: 'the manifest starts the app where it lies',
    run: async ({ site = '' }, { fault }) => {
      const manifest = await ask(`${site}manifest.webmanifest`);
      const {
        start_url = '',
        scope = '',
        icons = [],
      } = (manifest.json ?? {}) as {
        start_url?: string;
        scope?: string;
        icons?: { src: string }[];
      };
      for (const place of [start_url, scope]) {
        fault(new URL(place, manifest.address).href === site, `The manifest leads to ${place}`);
      }
      for (const { src } of icons) {
        const icon = await ask(new URL(src, manifest.address).href);
        fault(icon.status === 200 && isPicture(icon), tell(icon));
      }
    },
  },
  {
    name: 'deep links get the page',
    run: async ({ site = '', apiUrl, exams }, { fault, advice }) => {
      const page = await ask(site);
      const links = exams.flatMap(({ providerId, name }) => [
        route(site, providerId),
        route(site, providerId, name),
      ]);
      for (const link of new Set(links)) {
        const answer = await ask(link, { headers: asPerson });
        fault(answer.text === page.text, `${tell(answer)}, which is not the page`);
        const judge = isFilesApi(apiUrl) ? advice : fault;
        judge(answer.status === 200, `${link} has the status ${answer.status}`);
      }
    },
  },
  {
    name: 'unknown pages and missing files are a 404',
    run: async ({ site = '' }, { fault }) => {
      const page = await ask(`${site}nowhere/to/go`, { headers: asPerson });
      const isExplained = page.text.includes('<div id="root">');
      fault(page.status === 404 && isExplained, `${tell(page)} instead of 404 and the page`);
      for (const path of ['assets/index-00000000.js', 'icons/none.png', 'none.json']) {
        const answer = await ask(site + path);
        fault(answer.status === 404, `${tell(answer)} instead of 404`);
      }
    },
  },
  {
    name: 'nothing but the site is served',
    run: async ({ site = '' }, { fault, advice }) => {
      for (const path of ['.git/config', '..%2fpackage.json', '%2e%2e/package.json', '.env']) {
        const answer = await ask(site + path);
        fault(answer.status >= 400, `${tell(answer)}, which is no file of the site`);
      }
      const script = await ask(`${site}sw.js`);
      advice(
        has(script, 'x-content-type-options', /^nosniff$/),
        `${site} has no X-Content-Type-Options`,
      );
    },
  },
];

/** The checks of a deployment, in order, or those of an API alone. */
const listChecks = (isApiAlone: boolean) =>
  isApiAlone ? apiChecks : [...apiChecks, ...siteChecks];

export const namesOfChecks = (isApiAlone: boolean) =>
  listChecks(isApiAlone).map(({ name }) => name);

/** Looks at a deployment: its configuration leads to its API. */
const findHost = async (address: string, isApiAlone: boolean): Promise<Host> => {
  const base = address.replace(/\/*$/, '/');
  const answer = await ask(`${base}config.json`);
  const config = isApiAlone ? undefined : parseConfig(answer.json, new URL(base).origin);
  if (!isApiAlone && !config) throw new Error(`${tell(answer)}, which is no configuration`);
  const apiUrl = config?.apiUrl ?? base.slice(0, -1);
  const providers = await ask(providersAddress(apiUrl));
  const exams: Exam[] = [];
  for (const { id } of parseProviders(providers.json) ?? []) {
    const listed = await ask(examsAddress(apiUrl, id));
    for (const { name } of parseExams(listed.json) ?? []) {
      const found = await ask(questionsAddress(apiUrl, id, name));
      const detail = parseExamDetail(found.json, name);
      if (detail) exams.push({ providerId: id, name, detail });
    }
  }
  exams.sort((a, b) => b.detail.questionIds.length - a.detail.questionIds.length);
  if (exams.length === 0) throw new Error(`${tell(providers)} and leads to no exam`);
  return { site: config && base, apiUrl, exams };
};

/** Every check's outcome, in order. `absent` is one that a host of files has nothing for. */
export const checkConformance = async (
  address: string,
  { isApiAlone = false } = {},
): Promise<Outcome[]> => {
  const host = await findHost(address, isApiAlone);
  const outcomes: Outcome[] = [];
  for (const check of listChecks(isApiAlone)) {
    if (check.isOfCalls && isFilesApi(host.apiUrl)) {
      outcomes.push({ check: check.name, kind: 'absent', notes: [] });
      continue;
    }
    const faults = new Set<string>();
    const advice = new Set<string>();
    const report: Report = {
      fault: (isRight, note) => !isRight && faults.add(note),
      advice: (isRight, note) => !isRight && advice.add(note),
    };
    try {
      await check.run(host, report);
    } catch (error) {
      faults.add(`${error}`);
    }
    const kind = faults.size > 0 ? 'fault' : advice.size > 0 ? 'advice' : 'ok';
    outcomes.push({ check: check.name, kind, notes: [...faults, ...advice] });
  }
  return outcomes;
};
