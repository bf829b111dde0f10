/** '1 Exam' or 'N Exams' on a provider's card (SPEC 2). */
export const examCountText = (count: number) => (count === 1 ? '1 Exam' : `${count} Exams`);

/** '{n} questions' or '1 question'; the singular serves for 1 or less (SPEC 2). */
export const questionCountText = (count: number) =>
  count <= 1 ? `${count} question` : `${count} questions`;

/** Case-insensitive substring of the name (SPEC 2). */
export const matchesSearch = (name: string, search: string) =>
  name.toLowerCase().includes(search.trim().toLowerCase());
