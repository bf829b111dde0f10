/** An exam's name, whose code in parentheses at its end stays on one line. */
export const ExamName = ({ name }: { name: string }) => {
  const at = name.endsWith(')') ? name.lastIndexOf(' (') + 1 : 0;
  const code = at > 0 && name.length - at <= 16 ? name.slice(at) : '';
  return (
    <>
      {name.slice(0, name.length - code.length)}
      {code && <span style={{ whiteSpace: 'nowrap' }}>{code}</span>}
    </>
  );
};

/** What an exam is called in a few letters: its code, or its name if that has none. */
export const examCode = (name: string) => /\(([\w-]{1,14})\)$/.exec(name)?.[1] ?? name;
