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

/** What an exam is called in a few letters: its code, or its name if that has none. */
export const examCode = (name: string) => /\(([\w-]{1,14})\)$/.exec(name)?.[1] ?? name;
