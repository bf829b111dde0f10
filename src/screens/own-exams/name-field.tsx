/** Characters of a name. */
export const LONGEST_NAME = 120;

type NameFieldProps = { value: string; onChange: (name: string) => void };

/** What an exam of the learner's is called. */
export const NameField = ({ value, onChange }: NameFieldProps) => (
  <label className="stack gap-2">
    <span className="quiet strong">Name</span>
    <input
      className="field"
      required
      maxLength={LONGEST_NAME}
      dir="auto"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);
