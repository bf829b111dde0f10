import { useId } from 'react';
import type { Asked, ReadContext } from '#exchange/formats/format.ts';
import { Button } from '#ui/button.tsx';

const textChoices = {
  context: 'Part of the question',
  explanation: 'Explanation',
  none: 'Leave out',
} as const;

type AskedProps = { asked: Asked; onTell: (more: ReadContext) => void };

/** Asks what the file itself doesn't say. */
export const AskedOfFile = ({ asked, onTell }: AskedProps) => {
  const label = useId();
  if (asked.kind === 'column') {
    return (
      <label className="stack gap-2">
        <span className="quiet strong">
          {asked.part === 'question'
            ? 'Which column holds the question?'
            : 'Which column holds the right answer?'}
        </span>
        <select
          className="field"
          value=""
          onChange={({ target }) => onTell({ columns: { [target.value]: asked.part } })}
        >
          <option value="" disabled>
            Choose a column
          </option>
          {asked.headers.map((header) => (
            <option key={header}>{header}</option>
          ))}
        </select>
      </label>
    );
  }
  if (asked.kind === 'text') {
    return (
      <fieldset className="stack gap-2" aria-labelledby={label}>
        <p className="strong" id={label}>{`What is “${asked.header}”?`}</p>
        <p className="quiet" dir="auto">
          {asked.sample}
        </p>
        <div className="cluster row">
          {Object.entries(textChoices).map(([part, words]) => (
            <Button key={part} onClick={() => onTell({ columns: { [asked.header]: part } })}>
              {words}
            </Button>
          ))}
        </div>
      </fieldset>
    );
  }
  const { stem, options, number } = asked;
  return (
    <fieldset className="stack gap-2" aria-labelledby={label}>
      <p className="strong" id={label} dir="auto">{`Which answer to “${stem}” is right?`}</p>
      <p className="quiet">{`The file says ${number}, and doesn’t say whether it counts from 0 or 1.`}</p>
      <div className="cluster row">
        {([1, 0] as const).map((countFrom) => (
          <Button key={countFrom} onClick={() => onTell({ countFrom })}>
            {options[number - countFrom] ?? 'None of these'}
          </Button>
        ))}
      </div>
    </fieldset>
  );
};
