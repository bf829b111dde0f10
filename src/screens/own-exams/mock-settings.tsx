import { useState } from 'react';
import type { Sitting } from '#contract/wire.ts';
import { type OwnExam, saveOwnExam } from '#offline/library/own-exams.ts';
import { ActionForm } from '#ui/form.tsx';
import styles from './own-exams.module.css';

/** Real exams give about so much time for a question. In minutes. */
const PACE = 1.5;
const MOST_QUESTIONS = 60;

const sittingOf = (questions: number, minutes: number, pass: number): Sitting => ({
  questions,
  minutes,
  pass: { score: `${pass}%`, share: pass },
});

/** The mock exam of this many questions, until the learner sets another one. */
export const usualMock = (count: number) => {
  const questions = Math.min(MOST_QUESTIONS, count);
  return sittingOf(questions, Math.ceil(questions * PACE), 70);
};

type NumberFieldProps = {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
};

const NumberField = ({ label, value, most, onChange }: NumberFieldProps) => (
  <label className="stack gap-2">
    <span className="quiet strong">{label}</span>
    <input
      type="number"
      className="field"
      inputMode="numeric"
      required
      min={1}
      max={most}
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  </label>
);

/** How long the mock exam of an own exam is, and what passes it. */
export const MockSettings = ({ exam, onDone }: { exam: OwnExam; onDone: () => void }) => {
  const before = exam.sitting ?? usualMock(exam.questions.length);
  const [count, setCount] = useState(Math.min(before.questions, exam.questions.length));
  const [minutes, setMinutes] = useState(before.minutes);
  const [pass, setPass] = useState(before.pass.share);
  const save = async () => {
    const sitting = sittingOf(count, minutes, pass);
    const saved = await saveOwnExam({ ...exam, sitting, savedAt: Date.now() });
    if (!saved.ok) return 'This browser could not do that. Nothing was changed.';
    onDone();
    return '';
  };
  return (
    <ActionForm className="stack" act={save} label="Save mock exam">
      <div className={styles.mock}>
        <NumberField
          label="Questions in a mock exam"
          value={count}
          most={exam.questions.length}
          onChange={setCount}
        />
        <NumberField label="Minutes" value={minutes} most={600} onChange={setMinutes} />
        <NumberField label="Percent to pass" value={pass} most={100} onChange={setPass} />
      </div>
    </ActionForm>
  );
};
