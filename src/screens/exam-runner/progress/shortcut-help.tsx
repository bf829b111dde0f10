import { useState } from 'react';
import { Checkbox } from '#ui/choice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { hasLetterKeys, turnLetterKeys } from '../input/letter-keys.ts';
import styles from './shortcut-help.module.css';

const keys = [
  ['1–9, A–F', 'choose an option'],
  ['Enter', 'check the answer, then go on'],
  ['U', 'not sure: say so before the check'],
  ['→ or N', 'next question'],
  ['← or P', 'previous question'],
  ['F', 'flag for later (Shift F where F is an option)'],
  ['Shift A–E', 'strike an option out, in a mock exam'],
  ['?', 'show these keys'],
];

export const ShortcutHelp = ({ onClose }: { onClose: () => void }) => {
  const [isOn, setOn] = useState(hasLetterKeys);
  const turn = (next: boolean) => {
    turnLetterKeys(next);
    setOn(next);
  };
  return (
    <Sheet label="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className="stack gap-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className={`stack ${styles.row}`}>
            <dt className="strong" translate="no">
              {key}
            </dt>
            <dd className="dim">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Checkbox isChecked={isOn} onCheck={turn}>
        Use single-key shortcuts
      </Checkbox>
    </Sheet>
  );
};
