import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FIRST_QUESTION_KEY,
  forgetFirstQuestion,
  rememberFirstQuestion,
} from '#storage/first-question.ts';
import { stubLocalStorage } from '#support/memory-store.ts';
import { plainQuestion } from '#support/test-questions.ts';

const exam = { apiUrl: 'https://api.example.com', providerId: 'aws', examId: 'An Exam' };
const detail = { id: 'an', name: 'An Exam', questionIds: ['a', 'b'] };
const question = { question: '', ...plainQuestion('Which one?') };

describe('the remembered first question', () => {
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = stubLocalStorage();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is forgotten with its exam, not with another', () => {
    rememberFirstQuestion(exam, detail, question);
    expect(JSON.parse(stored.get(FIRST_QUESTION_KEY) ?? '')).toMatchObject({ exam, total: 2 });
    forgetFirstQuestion({ ...exam, examId: 'Another' });
    expect(stored.size).toBe(1);
    forgetFirstQuestion(exam);
    expect(stored.size).toBe(0);
  });

  it('may be unreadable, or impossible to store', () => {
    stored.set(FIRST_QUESTION_KEY, '{');
    forgetFirstQuestion(exam);
    vi.stubGlobal('localStorage', undefined);
    rememberFirstQuestion(exam, detail, question);
    forgetFirstQuestion(exam);
    expect(stored.size).toBe(1);
  });
});
