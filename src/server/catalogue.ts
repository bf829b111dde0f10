import type {
  CompiledBank,
  CompiledExam,
  CompiledProvider,
  CompiledQuestion,
} from '#bank/compiled-bank.ts';

/** How the server finds its way in a bank. An exam goes by its name, or else by its id. */
export type Catalogue = {
  bank: CompiledBank;
  findProvider(providerId: string): CompiledProvider | undefined;
  findExam(providerId: string, exam: string): CompiledExam | undefined;
  findQuestion(providerId: string, exam: string, questionId: string): CompiledQuestion | undefined;
};

export function createCatalogue(bank: CompiledBank): Catalogue {
  const examsById = new Map(
    [...bank.providers].map(([id, { exams }]) => [
      id,
      new Map([...exams.values()].map((exam) => [exam.id, exam])),
    ]),
  );
  const findProvider = (providerId: string) => bank.providers.get(providerId);
  const findExam = (providerId: string, exam: string) =>
    findProvider(providerId)?.exams.get(exam) ?? examsById.get(providerId)?.get(exam);
  return {
    bank,
    findProvider,
    findExam,
    findQuestion: (providerId, exam, questionId) =>
      findExam(providerId, exam)?.questions.get(questionId),
  };
}
