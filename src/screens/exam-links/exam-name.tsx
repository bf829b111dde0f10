import { splitExamName } from '#exam/texts/labels.ts';

/** An exam's name. The code at its end stays on one line, and in sight where the rest is cut off. */
export const ExamName = ({ name }: { name: string }) => {
  const [start, code] = splitExamName(name);
  return (
    <>
      <span>{start}</span>
      <span className="unbroken">{code}</span>
    </>
  );
};
