import { useEffect, useEffectEvent, useState } from 'react';
import { examDays, parseExamDate } from '#exam/day/plan-change.ts';
import styles from './date-field.module.css';

type DateFieldProps = {
  id: string;
  isFocused?: boolean;
  date: string | undefined;
  onDate: (date: string | undefined) => void;
};

/**
 * The day of an exam. It is taken when the field is left, because a year is typed digit by digit; a
 * day that no exam can be on gives way to the one before, and is said so.
 */
export const DateField = ({ id, isFocused, date = '', onDate }: DateFieldProps) => {
  const [typed, setTyped] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const { first, last } = examDays(Date.now());
  const take = (isCleared: boolean) => {
    const taken = parseExamDate(typed ?? '', Date.now());
    setTyped(undefined);
    setRefused(Boolean(typed) && !taken);
    if ((taken || isCleared) && typed !== date) onDate(taken);
  };
  // Whoever goes Back from the field doesn't leave it first.
  const leave = useEffectEvent(() => take(false));
  useEffect(() => () => leave(), []);
  return (
    <>
      <input
        id={id}
        type="date"
        className={`field ${styles.date}`}
        min={first}
        max={last}
        // biome-ignore lint/a11y/noAutofocus: it appears at the learner's tap.
        autoFocus={isFocused}
        value={typed ?? date}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={({ target }) => take(typed === '' && !target.validity.badInput)}
      />
      {isRefused && (
        <p role="alert" className={`fine ${styles.refused}`}>
          Choose a day from today to three years ahead.
        </p>
      )}
    </>
  );
};
