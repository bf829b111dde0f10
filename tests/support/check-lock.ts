import { readFileSync } from 'node:fs';
import { findUnverified } from './lock-file.ts';

/** Ends with 1 when `npm ci` would take any locked package without comparing its hash. */
const unverified = findUnverified(JSON.parse(readFileSync('package-lock.json', 'utf8')));
for (const name of unverified) console.error(`${name} has no integrity in package-lock.json.`);
if (unverified.length > 0) {
  console.error('Choose a version whose packages for all platforms are in the registry.');
  process.exit(1);
}
