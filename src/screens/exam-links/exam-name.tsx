import { splitExamName } from '#exam/texts/labels.ts';

/** An exam's name, whose code in parentheses at its end stays on one line. */
export const ExamName = ({ name }: { name: string }) => {
  const [start, code] = splitExamName(name);
  return (
    <>
      {start}
      {code && <span className="unbroken">{code}</span>}
    </>
  );
};
