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

type NumberFieldProps = { label: string; name: string; defaultValue: number; max: number };

const NumberField = ({ label, ...input }: NumberFieldProps) => (
  <label className="stack gap-2">
    <span className="quiet strong">{label}</span>
    <input type="number" className="field" inputMode="numeric" required min={1} {...input} />
  </label>
);

/** How long the mock exam of an own exam is, and what passes it. */
export const MockSettings = ({ exam, onDone }: { exam: OwnExam; onDone: () => void }) => {
  const most = exam.questions.length;
  const { questions, minutes, pass } = exam.sitting ?? usualMock(most);
  const save = async (data: FormData) => {
    const read = (name: string) => Number(data.get(name));
    const sitting = sittingOf(read('questions'), read('minutes'), read('pass'));
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
          name="questions"
          defaultValue={Math.min(questions, most)}
          max={most}
        />
        <NumberField label="Minutes" name="minutes" defaultValue={minutes} max={600} />
        <NumberField label="Percent to pass" name="pass" defaultValue={pass.share} max={100} />
      </div>
    </ActionForm>
  );
};
