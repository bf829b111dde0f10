/** Each option's share of the marks as Moodle counts them: all right ones and no other give 100. */
export const shareOut = (right: readonly boolean[]): string[] => {
  const count = right.filter(Boolean).length;
  const share = String(Number((100 / count).toFixed(5)));
  return right.map((isRight) => (isRight ? share : count > 1 ? '-100' : '0'));
};
