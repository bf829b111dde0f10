import { readText, writeText } from '#storage/local-storage.ts';

const KEY = 'letter-keys';

/** Without storage the choice lasts for this visit. */
let isOnForVisit = true;

/** Single-character shortcuts are on until they are switched off (WCAG 2.1.4). */
export const hasLetterKeys = () => {
  const stored = readText(KEY);
  return stored === undefined ? isOnForVisit : stored !== 'off';
};

export const turnLetterKeys = (isOn: boolean) => {
  isOnForVisit = isOn;
  writeText(KEY, isOn ? 'on' : 'off');
};
