type Texts = { question: string; questionParts?: string[] | null | undefined };

/**
 * The pieces of a question's text, whoever shows, searches, prints or compares it: its parts, and
 * `question` itself only where there are none.
 */
export const textParts = ({ question, questionParts }: Texts): string[] =>
  questionParts?.length ? questionParts : [question];
