import { expect, it } from 'vitest';
import { loadBank } from '#bank/bank.ts';
import { lintExam } from '#bank/lint/lint-exam.ts';
import { readWhole } from '#bank/read/read-bank.ts';

const folder = new URL('../../src/questions', import.meta.url).pathname;
/** The content is judged as of its last review; that it ages is for `npm run bank` to say. */
const reviewed = '2026-11-21';

it('the shipped bank is refused for nothing', async () => {
  const bank = await loadBank(folder);
  expect(bank.ok ? [] : bank.failure).toEqual([]);
});

it('the shipped bank is warned about for nothing', () => {
  const exams = readWhole(folder).providers.flatMap((provider) => provider.exams);
  expect(exams.length).toBeGreaterThan(0);
  expect(exams.flatMap((exam) => lintExam(exam, reviewed))).toEqual([]);
});
