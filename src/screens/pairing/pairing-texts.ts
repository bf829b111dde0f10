import { counted } from '#primitives/counted.ts';
import { DAY, HOUR, MINUTE } from '#primitives/time.ts';
import type { SyncStatus } from '#sync/pairing.ts';
import { activeDevices } from '#sync/shared-file.ts';
import type { Synced, SyncFailure } from '#sync/sync-once.ts';

export const failureTexts: Record<SyncFailure, string> = {
  offline: 'This site can’t be reached right now. Nothing is lost: it is tried again.',
  absent: 'This site has no place for paired devices.',
  busy: 'This site has no room right now, or too much to do. It is tried again later.',
  gone: 'There is nothing behind this code any more: another device has stopped, or half a year has passed. Pair the devices again.',
  unreadable: 'What the other device left can’t be read. It stays as it is.',
  'newer-version': 'The other device has a newer CertDeck. Update the app here, then it goes on.',
  'not-stored': 'This browser could not store what the other device left.',
  'too-large': 'There is more here than this site keeps for paired devices.',
  unable: 'This browser can’t pair here. It takes a current browser, and https in the address.',
};

/** Why a pairing did not come about: without one, nothing is tried again by itself. */
export const pairFailureTexts = {
  ...failureTexts,
  offline: 'This site can’t be reached right now. Try again with a connection.',
  busy: 'This site has no room right now, or too much to do. Try again later.',
};

/** 'just now', '2 minutes ago', '3 days ago'. */
const agoText = (at: number, now: number) => {
  const ago = now - at;
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return `${counted(Math.floor(ago / MINUTE), 'minute')} ago`;
  if (ago < DAY) return `${counted(Math.floor(ago / HOUR), 'hour')} ago`;
  return `${counted(Math.floor(ago / DAY), 'day')} ago`;
};

/** How a paired device stands, in one line. */
export const statusText = ({ pairing, isBusy, failure }: SyncStatus, now: number) => {
  if (failure) return failureTexts[failure];
  if (!pairing) return '';
  const others = activeDevices(pairing.devices).length - 1;
  if (others < 1) return 'No other device has opened the link yet.';
  if (isBusy || pairing.at === undefined) return 'Looking for what is new…';
  return `In step with ${counted(others, 'other device')} · ${agoText(pairing.at, now)}`;
};

/** What came from the other device, or why nothing did. */
export const joinedText = ({ failure, received }: Synced) => {
  if (failure) return pairFailureTexts[failure];
  const all = received.map(
    ({ exam, answers }) => `${counted(answers, 'answer')} of ${exam.examId}`,
  );
  const came =
    all.length > 0 ? `From the other device: ${all.join(', ')}.` : 'Both knew the same already.';
  return `Paired. ${came}`;
};
