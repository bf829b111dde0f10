import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import type { ExamKey } from '#contract/caches.ts';
import { runAddress } from '#contract/routes.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { dayName } from '#exam/day/calendar-day.ts';
import { certaintyOf, groupQuestions } from '#exam/practice.ts';
import { plainText } from '#exam/search.ts';
import type { Learning, Review } from '#learner/schemas.ts';
import { readQuestion } from '#offline/library/exam-document.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { ButtonLink } from '#ui/button.tsx';
import { dayText } from '#ui/formats.ts';
import { useLoaded } from '../use-loaded.ts';
import board from './exam-progress.module.css';
import styles from './sure-but-wrong.module.css';

/** The latest are listed; all are practiced. */
const LISTED = 10;

type Row = { questionId: string; stem: string; answers: string[]; at: number };

/** The questions as this device has them, the latest mistake first. */
const readRows = async (exam: ExamKey, ids: ReadonlySet<string>, reviews: Review[]) => {
  const document = await readDocument(exam).catch(() => undefined);
  const rows = [...ids].map((questionId): Row => {
    const { question } = (document && readQuestion(document, questionId)) ?? {};
    const at = reviews.findLast((review) => review.questionId === questionId)?.at ?? 0;
    const textOf = (text: string) => (question ? plainText({ ...question, question: text }) : '');
    return {
      ...{ questionId, at },
      stem: question ? plainText(question) : 'This question is not on this device.',
      answers: (question?.answers ?? []).map(textOf),
    };
  });
  return rows.sort((a, b) => b.at - a.at);
};

type SureButWrongProps = { exam: ExamKey; detail: ExamDetail; learning: Learning };

/**
 * How well being sure and being right agree, and the questions that the learner was sure of and got
 * wrong, until they are answered right.
 */
export const SureButWrong = ({ exam, detail, learning }: SureButWrongProps) => {
  const [ids] = useState(() => groupQuestions(detail.questionIds, learning, Date.now()).sure);
  const { reviews } = learning.study;
  const rows = useLoaded(useCallback(() => readRows(exam, ids, reviews), [exam, ids, reviews]));
  const certainty = certaintyOf(learning.study);
  if (!certainty) return null;
  return (
    <section aria-labelledby="sure-but-wrong" className={`stack ${board.sure}`}>
      <h3 id="sure-but-wrong">{`Sure but wrong (${ids.size})`}</h3>
      <p className="figures">{`Sure: ${certainty.sure}% right. Not sure: ${certainty.unsure}% right.`}</p>
      {ids.size > 0 && (
        <>
          <table className={`figures ${styles.questions}`}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Question</th>
                <th scope="col">Correct answer</th>
                <th scope="col">Answered</th>
              </tr>
            </thead>
            <tbody>
              {rows?.slice(0, LISTED).map(({ questionId, stem, answers, at }) => (
                <tr key={questionId}>
                  <th scope="row" dir="auto">
                    <Link className="clamped" href={runAddress(exam, { only: questionId })}>
                      {stem}
                    </Link>
                  </th>
                  <td dir="auto">{answers.join(' · ')}</td>
                  <td>{dayText(dayName(at))}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ButtonLink
            className={styles.practice}
            href={runAddress(exam, { from: 'sure', isShuffled: true })}
          >
            {`Practice ${ids.size}`}
          </ButtonLink>
        </>
      )}
    </section>
  );
};
