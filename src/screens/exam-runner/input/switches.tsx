import { useState } from 'react';
import { readText, writeText } from '#storage/local-storage.ts';
import { Checkbox } from '#ui/choice.tsx';

/** Something that is on until it is switched off, on this device or, without storage, this visit. */
const createSwitch = (key: string) => {
  let isOnForVisit = true;
  return {
    isOn: () => {
      const stored = readText(key);
      return stored === undefined ? isOnForVisit : stored !== 'off';
    },
    turn: (isOn: boolean) => {
      isOnForVisit = isOn;
      writeText(key, isOn ? 'on' : 'off');
    },
  };
};

type Switch = ReturnType<typeof createSwitch>;

/** Single-character shortcuts can be switched off (WCAG 2.1.4). */
export const letterKeys = createSwitch('letter-keys');

export const SwitchBox = ({ of, label }: { of: Switch; label: string }) => {
  const [isOn, setOn] = useState(of.isOn);
  const turn = (next: boolean) => {
    of.turn(next);
    setOn(next);
  };
  return (
    <Checkbox isChecked={isOn} onCheck={turn}>
      {label}
    </Checkbox>
  );
};
