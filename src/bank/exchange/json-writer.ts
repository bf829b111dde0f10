import { nameAnswers } from './answer-names.ts';
import { printMarkup, type WriteQuestions } from './outgoing.ts';

/** A list of objects with the keys that the importer reads. */
export const writeJson: WriteQuestions = (questions, address) => {
  const items = questions.map((question) => {
    const options = question.options.map((option) => printMarkup(option.text, address, ''));
    const right = question.options.map((option) => option.right);
    const answers = nameAnswers(options, right, (names) => names);
    const notes = question.options.map((option) => option.why);
    const common = {
      id: question.id,
      domain: question.domain,
      task: question.task,
      question: printMarkup(question.stem, address, '\n\n'),
    };
    const rest = {
      explanation: question.explanation || undefined,
      references: question.references,
      reviewed: question.reviewed,
      shuffle: question.shuffle === false ? false : undefined,
    };
    if (!answers) {
      const marked = options.map((text, index) => ({
        text,
        right: right[index],
        note: notes[index],
      }));
      return { ...common, options: marked, ...rest };
    }
    const hasNotes = notes.some((note) => note !== '');
    return { ...common, options, answers, notes: hasNotes ? notes : undefined, ...rest };
  });
  return { text: `${JSON.stringify(items, null, 2)}\n`, leftBehind: [] };
};
