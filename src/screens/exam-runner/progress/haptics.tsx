import { useState } from 'react';
import styles from './shortcut-help.module.css';

const KEY = 'haptics';
/** How long the device buzzes. In milliseconds. */
const LENGTH = 10;

const canTap = () => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

/** For browsers that deny storage. */
let isOnForVisit = true;

const readIsOn = () => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return isOnForVisit;
  }
};

/** A short vibration, if the device supports it and the learner wants it. */
export const tap = () => {
  if (canTap() && readIsOn()) navigator.vibrate(LENGTH);
};

/** Shown only if the device can vibrate. */
export const HapticsChoice = () => {
  const [isOn, setOn] = useState(readIsOn);
  const choose = (next: boolean) => {
    isOnForVisit = next;
    setOn(next);
    try {
      localStorage.setItem(KEY, next ? 'on' : 'off');
    } catch {
      // Storage may be denied; the choice then lasts for this visit.
    }
  };
  return (
    canTap() && (
      <label className={styles.choice}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => choose(target.checked)} />
        Vibrate when an answer is checked
      </label>
    )
  );
};
