import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { dayName } from '#exam/day.ts';
import { groupQuestions } from '#exam/practice.ts';
import { plainText } from '#exam/search.ts';
import type { Learning, Study } from '#learner/schemas.ts';
import { readQuestion } from '#offline/library/exam-document.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { ButtonLink } from '#ui/button.tsx';
import { dayText } from './exam-date.tsx';
import board from './exam-progress.module.css';
import styles from './sure-but-wrong.module.css';

type Row = { questionId: string; stem: string; answers: string[]; at: number };

/** The questions as this device has them, the latest mistake first. */
const readRows = async (exam: ExamKey, ids: ReadonlySet<string>, { reviews }: Study) => {
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

type SureButWrongProps = {
  providerId: string;
  examId: string;
  detail: ExamDetail;
  learning: Learning;
  /** The address of a run. */
  address: string;
};

/** The questions that the learner was sure of and got wrong, until they are answered right. */
export const SureButWrong = (props: SureButWrongProps) => {
  const { providerId, examId, detail, learning, address } = props;
  const { apiUrl } = useApi().config;
  const [ids] = useState(() => groupQuestions(detail.questionIds, learning, Date.now()).sure);
  const [rows, setRows] = useState<Row[]>([]);
  const { study } = learning;
  useEffect(() => {
    let isCurrent = true;
    readRows({ apiUrl, providerId, examId }, ids, study).then((read) => isCurrent && setRows(read));
    return () => {
      isCurrent = false;
    };
  }, [apiUrl, providerId, examId, ids, study]);
  if (ids.size === 0) return null;
  return (
    <section aria-labelledby="sure-but-wrong" className={`stack ${board.sure}`}>
      <h3 id="sure-but-wrong">{`Sure but wrong (${ids.size})`}</h3>
      <p className="quiet">
        You were sure of these and got them wrong. Each leaves the list once you answer it right.
      </p>
      <table className={`figures ${styles.questions}`}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Correct answer</th>
            <th scope="col">Answered</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ questionId, stem, answers, at }) => (
            <tr key={questionId}>
              <th scope="row" dir="auto">
                <Link
                  className="clamped"
                  href={`${address}?only=${encodeURIComponent(questionId)}`}
                >
                  {stem}
                </Link>
              </th>
              <td dir="auto">{answers.join(' · ')}</td>
              <td>{dayText(dayName(at))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ButtonLink className={styles.practice} href={`${address}?from=sure`}>
        {`Practice ${ids.size}`}
      </ButtonLink>
    </section>
  );
};
