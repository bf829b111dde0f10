import { useCallback, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { ExamKey } from '#contract/caches.ts';
import { ownKey } from '#contract/own.ts';
import { examAddress } from '#contract/routes.ts';
import { isId } from '#contract/wire.ts';
import { questionCountText } from '#exam/texts/labels.ts';
import { type TargetName, written } from '#exchange/formats/registry.ts';
import { moveLearning } from '#learner/learner-store.ts';
import { removeExam, updateStatus } from '#offline/download/exam-sync.ts';
import { hasDocument } from '#offline/library/exam-library.ts';
import { type OwnExam, readOwnExam, saveOwnExam } from '#offline/library/own-exams.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { TextButton } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { ActionForm } from '#ui/form.tsx';
import { later } from '#ui/later.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { deliveredText, deliverFile } from '../device/deliver-file.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { MockSettings } from './mock-settings.tsx';
import { NameField } from './name-field.tsx';
import { askReaders } from './readers.ts';

const AddQuestions = later(() => import('./add-questions.tsx'), 'AddQuestions');

const choices = (Object.keys(written) as TargetName[]).map((value) => ({
  value,
  label: written[value].label,
}));

const fileName = (name: string, ending: string) =>
  `${name.replace(/[^\p{L}\p{N} ._-]/gu, '-').slice(0, 80)}.${ending}`;

const Export = ({ exam }: { exam: OwnExam }) => {
  const [to, setTo] = useState<TargetName>('csv');
  const deliver = async () => {
    try {
      const { name, questions } = exam;
      const printed = await askReaders({ kind: 'print', name, questions, to });
      const file = new File([printed.file], fileName(name, written[to].ending), {
        type: written[to].ending === 'zip' ? 'application/zip' : 'text/plain',
      });
      const delivered = await deliverFile(file);
      const left = printed.leftOut.length;
      const lost =
        left > 0 ? `${questionCountText(left)} left out, which the format can’t hold. ` : '';
      return [lost, printed.loss, deliveredText[delivered]].filter(Boolean).join(' ');
    } catch {
      return 'This can’t be exported now. Check your connection and try again.';
    }
  };
  return (
    <ActionForm className="stack" act={deliver} label={`Export as ${written[to].label}`}>
      <Choice label="Export" options={choices} value={to} onChoose={setTo} />
    </ActionForm>
  );
};

/**
 * Saves the exam under another name with all that is known of it, opens its page in place of this one,
 * then removes the old one. Resolves to why it could not, '' if it could.
 */
const renameExam = async (exam: OwnExam, name: string) => {
  if (!isId(name)) return 'Choose another name.';
  const [from, to] = [ownKey(exam.name), ownKey(name)];
  if (await hasDocument(to).catch(() => false)) return `You already have “${name}”.`;
  const saved = await saveOwnExam({ ...exam, name, savedAt: Date.now() });
  if (!saved.ok || !(await moveLearning(from, to))) {
    await removeExam(to);
    return 'This browser could not do that. Nothing was changed.';
  }
  await updateStatus(to);
  // Before the old one goes, whose page would close with it.
  navigate(examAddress(to), { replace: true, state: history.state });
  await removeExam(from);
  return '';
};

const Rename = ({ exam }: { exam: OwnExam }) => {
  const [name, setName] = useState(exam.name);
  return (
    <ActionForm
      className="stack gap-2"
      act={() => renameExam(exam, name.trim())}
      label={name.trim() !== exam.name && 'Rename'}
    >
      <NameField value={name} onChange={setName} />
    </ActionForm>
  );
};

type ManageExamProps = { exam: ExamKey; onClose: () => void };

/** Renames, replaces, exports or removes an exam of the learner's. */
export const ManageExam = ({ exam: key, onClose }: ManageExamProps) => {
  const exam = useLoaded(
    useCallback(
      () =>
        readOwnExam(key).then(
          (found) => found ?? null,
          () => null,
        ),
      [key],
    ),
  );
  const [isReplacing, setReplacing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (exam === undefined) return null;
  if (exam && isReplacing) {
    return <AddQuestions replaced={exam} onClose={onClose} />;
  }
  const remove = () => {
    onClose();
    void removeExam(key);
  };
  return (
    <Sheet label="Rename, export or remove" isOpen onClose={onClose}>
      {!exam && <p>What this device has of it can’t be read.</p>}
      {exam && <Rename exam={exam} />}
      {exam && <MockSettings exam={exam} onDone={onClose} />}
      {exam && <Export exam={exam} />}
      <div className="cluster outdented">
        {exam && (
          <TextButton aria-haspopup="dialog" onClick={() => setReplacing(true)}>
            Replace with a newer file
          </TextButton>
        )}
        <TextButton aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          Remove
        </TextButton>
      </div>
      {isAsking && (
        <AskFirst label="Remove these questions?" act="Remove" onAct={remove}>
          {`${exam ? questionCountText(exam.questions.length) : 'All of it'} will be deleted from this device, which has the only copy unless you export it. Your answers and notes stay.`}
        </AskFirst>
      )}
    </Sheet>
  );
};
