import { useState } from 'react';
import { Checkbox } from '#ui/choice.tsx';

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
      <Checkbox isChecked={isOn} onCheck={choose}>
        Vibrate when an answer is checked
      </Checkbox>
    )
  );
};
