import { useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { routes } from '#contract/routes.ts';
import { calendarOf } from '#exam/day/calendar.ts';
import { TextButton } from '#ui/button.tsx';
import { deliverFile } from '../device/deliver-file.ts';

type RemindProps = { exam: ExamKey; examDate: string; goal: number };

/** A calendar file with practice until the exam. */
export const Remind = ({ exam, examDate, goal }: RemindProps) => {
  const [said, setSaid] = useState('');
  const remind = async () => {
    const address = location.origin + routes.examList.address(exam.providerId);
    const text = calendarOf({ examName: exam.examId, examDate, goal, address }, Date.now());
    const file = new File([text], 'certdeck.ics', { type: 'text/calendar' });
    if ((await deliverFile(file)) === 'declined') return;
    setSaid('Open the file to add your practice and your exam day.');
  };
  return (
    <>
      <TextButton onClick={remind}>Remind me at 7 p.m.</TextButton>
      <p role="status" className="quiet">
        {said}
      </p>
    </>
  );
};
