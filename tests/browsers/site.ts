import { questionsAddress } from '#contract/addresses.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { startBuiltSite } from '#support/server-process.ts';
import { EXAM, questions } from '#support/small-bank.ts';

/** The built product with the small bank, and the questions in the order in which it asks them. */
export const startSite = async (bank: string) => {
  const site = await startBuiltSite(bank);
  const answer = await fetch(questionsAddress(site.address, 'aws', EXAM));
  const { questionIds } = (await answer.json()) as ExamDetail;
  const inOrder = questionIds.flatMap((id) => questions[Number(id.slice(1)) - 1] ?? []);
  return { ...site, questions: inOrder };
};
