import { useState } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import { chooseLetterKeys, readLetterKeys } from '../use-shortcuts.ts';
import styles from './shortcut-help.module.css';

const keys = [
  ['1–9, A–F', 'choose an option'],
  ['Enter', 'check the answer, then go on'],
  ['→ or N', 'next question'],
  ['← or P', 'previous question'],
  ['F', 'flag for later (Shift F where F is an option)'],
  ['?', 'show these keys'],
];

export const ShortcutHelp = ({ onClose }: { onClose: () => void }) => {
  const [areLettersOn, setLettersOn] = useState(readLetterKeys);
  return (
    <Sheet label="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key} className={styles.row}>
            <dt className={styles.key}>{key}</dt>
            <dd className={styles.meaning}>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={areLettersOn}
          onChange={({ target }) => {
            chooseLetterKeys(target.checked);
            setLettersOn(target.checked);
          }}
        />
        Letters, digits and ? work as keys
      </label>
    </Sheet>
  );
};
