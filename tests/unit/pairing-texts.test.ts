import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#primitives/time.ts';
import { failureTexts, joinedText, statusText } from '#screens/pairing/pairing-texts.ts';
import type { Pairing } from '#sync/pairing-record.ts';

const NOW = 1e12;
const pairing = (others: number, at?: number): Pairing => ({
  version: 1,
  secret: '',
  device: '00000000',
  devices: Array.from({ length: others + 1 }, (_, place) => `0000000${place}`),
  ...(at !== undefined && { at }),
});
const lineOf = (known: Pairing | undefined, isBusy = false) =>
  statusText({ pairing: known, isBusy }, NOW);

it('the status of a pairing is one line', () => {
  expect(lineOf(undefined)).toBe('');
  expect(lineOf(pairing(0, NOW))).toBe('No other device has opened the link yet.');
  expect(lineOf(pairing(1))).toBe('Looking for what is new…');
  expect(lineOf(pairing(1, NOW), true)).toBe('Looking for what is new…');
  const agos = [MINUTE - 1, MINUTE, 2 * MINUTE, HOUR, 23 * HOUR, DAY, 40 * DAY];
  expect(agos.map((ago) => lineOf(pairing(1, NOW - ago)).split(' · ')[1])).toEqual([
    'just now',
    '1 minute ago',
    '2 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '40 days ago',
  ]);
  expect(lineOf(pairing(2, NOW))).toBe('In step with 2 other devices · just now');
  const stopped = {
    ...pairing(2, NOW),
    devices: ['00000000', '00000001', '00000002', '-00000001'],
  };
  expect(lineOf(stopped)).toBe('In step with 1 other device · just now');
  expect(statusText({ pairing: pairing(1, NOW), isBusy: false, failure: 'offline' }, NOW)).toBe(
    failureTexts.offline,
  );
});

it('a device that was paired says what came to it', () => {
  const exam = { apiUrl: '', providerId: 'aws', examId: 'CLF-C02' };
  const joined = { pairing: pairing(1), received: [{ exam, answers: 12 }] };
  expect(joinedText(joined)).toBe('Paired. From the other device: 12 answers of CLF-C02.');
  expect(joinedText({ ...joined, received: [] })).toBe('Paired. Both knew the same already.');
  expect(joinedText({ ...joined, failure: 'gone' })).toBe(failureTexts.gone);
  expect(joinedText({ ...joined, failure: 'offline' }), 'nothing tries it again').toBe(
    'This site can’t be reached right now. Try again with a connection.',
  );
});
