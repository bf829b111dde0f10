import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintExams } from '#bank/authoring/lint/lint-exam.ts';
import { loadBank } from '#bank/bank.ts';
import { readImageSize } from '#bank/image/image-format.ts';
import { readBank } from '#bank/read/read-bank.ts';

const folder = new URL('../../src/questions', import.meta.url).pathname;
/** The content is judged as of its last review. `npm run bank` reports what has aged since. */
const reviewed = '2026-11-21';

const bank = await loadBank(folder);
const providers = bank.ok ? [...bank.value.providers.values()] : [];
const questions = providers
  .flatMap(({ exams }) => [...exams.values()])
  .flatMap((exam) => [...exam.questions].map(([id, question]) => ({ exam, id, ...question })));

describe('the shipped bank', () => {
  it('has no errors', () => {
    expect(bank.ok ? [] : bank.failure).toEqual([]);
  });

  // Each question is compared with every other, which takes a busy machine over half a minute.
  it('has no warnings', { timeout: 180_000 }, () => {
    const exams = readBank(folder).providers.flatMap((provider) => provider.exams);
    expect(exams.length).toBeGreaterThan(0);
    expect(lintExams(exams, reviewed)).toEqual([]);
  });
});

type Size = { width: number; height: number };

/** Pixels that the question's card leaves for an image, and the tallest one that it shows. */
const cards = [
  { wide: 256, tall: 512 },
  { wide: 576, tall: 262 },
  { wide: 576, tall: 576 },
];

/** The frame of an image in a card, as question-image.module.css computes it. */
const frameIn = ({ wide, tall }: (typeof cards)[number], { width, height }: Size): Size => {
  const frame = Math.min(wide, (tall * width) / height);
  return { width: frame, height: (frame * height) / width };
};

describe('each image of the shipped bank', () => {
  const images = questions.flatMap(({ exam, id, answer, imageFiles }) =>
    [...imageFiles].map(([file, path]) => {
      const word = file.slice(0, file.lastIndexOf('.'));
      const { imageSizes, imageAlts } = answer.question;
      const name = `${exam.name}, ${id}, ${word}`;
      return { name, path, answer, word, size: imageSizes?.[word], alt: imageAlts?.[word] };
    }),
  );

  it.each(images)(
    'has its true size, a description and a legible frame: $name',
    ({ path, size, alt }) => {
      const bytes = readFileSync(path);
      expect(size).toEqual(readImageSize(path, bytes));
      expect(alt).toMatch(/\S/);
      if (!size) return;
      const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(bytes.toString('utf8'));
      // Another ratio than its drawing's would leave part of the frame empty.
      if (box) expect(size.width / size.height).toBeCloseTo(Number(box[1]) / Number(box[2]), 2);
      for (const card of cards) {
        const frame = frameIn(card, size);
        expect(frame.width).toBeGreaterThan(96);
        expect(frame.height).toBeGreaterThan(48);
        expect(frame.height).toBeLessThan(card.tall + 0.5);
      }
    },
  );
});
