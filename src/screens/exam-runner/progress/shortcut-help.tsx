import { Sheet } from '#ui/sheet.tsx';
import { letterKeys, SwitchBox } from '../input/switches.tsx';
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

export const ShortcutHelp = ({ onClose }: { onClose: () => void }) => (
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
    <SwitchBox of={letterKeys} label="Use single-key shortcuts" />
  </Sheet>
);
