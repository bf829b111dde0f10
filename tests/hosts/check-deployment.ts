import { parseArgs } from 'node:util';
import { findBrowser } from '#support/browser.ts';
import { checkConformance, type Outcome } from './conformance.ts';
import { checkOffline } from './offline-check.ts';

/** `npm run conformance -- URL`: what a deployment of the site, or an API alone, does and does not do. */

const MARKS: Record<Outcome['kind'], string> = { ok: '✓', advice: '!', fault: '✗', absent: '·' };

const show = ({ check, kind, notes }: Outcome) =>
  [`${MARKS[kind]} ${check}`, ...notes.map((note) => `    ${note}`)].join('\n');

const { values, positionals } = parseArgs({
  options: { api: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [address = ''] = positionals;
if (!URL.canParse(address)) {
  console.error('Usage: npm run conformance -- https://the.site/ (or --api https://the.api)');
  process.exit(2);
}
const outcomes = await checkConformance(address, { isApiAlone: values.api });
if (!values.api && findBrowser()) outcomes.push(await checkOffline(address));
for (const outcome of outcomes) console.log(show(outcome));
const faults = outcomes.filter(({ kind }) => kind === 'fault').length;
const advice = outcomes.filter(({ kind }) => kind === 'advice').length;
console.log(`\n${outcomes.length} checks: ${faults} faults, ${advice} with advice`);
process.exit(faults === 0 ? 0 : 1);
