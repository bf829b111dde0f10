import { useState } from 'react';
import { useLocation } from 'wouter';
import { cacheNameOf } from '#contract/caches.ts';
import { OWN_PROVIDER, type OwnQuestion, ownKey } from '#contract/own.ts';
import { routes } from '#contract/routes.ts';
import { isId } from '#contract/wire.ts';
import { questionCountText } from '#exam/texts/labels.ts';
import type { DeckRead } from '#exchange/deck.ts';
import { updateStatus } from '#offline/download/exam-sync.ts';
import {
  type Difference,
  type OwnExam,
  readOwnExam,
  saveOwnExam,
} from '#offline/library/own-exams.ts';
import { askForPersistence } from '#offline/page/storage-health.ts';
import { useKnownExams } from '#offline/use-offline.ts';
import { Choice } from '#ui/choice.tsx';
import { ActionForm } from '#ui/form.tsx';
import { showToast } from '#ui/toasts.ts';
import { countByFile, nameOfFile } from './deck-texts.ts';
import { usualMock } from './mock-settings.tsx';
import { NameField } from './name-field.tsx';
import styles from './own-exams.module.css';
import { keepReaders } from './readers.ts';

const saveFailureText = {
  full: 'This device has no room left for them. Nothing was added.',
  impossible: 'This browser can’t keep them: it allows no storage here. Nothing was added.',
};

const differenceText = ({ added, changed, gone }: Difference) =>
  `${added} new, ${changed} changed, ${gone} gone. What you know of the others stays.`;

/** How many questions an exam of the learner's has; undefined without one of this name. */
const useCountOf = (name: string) => {
  const status = useKnownExams().get(cacheNameOf(ownKey(name)))?.status;
  return status && 'total' in status ? status.total : undefined;
};

type Part = { name: string; questions: OwnQuestion[] };

/** Saves an exam, in place of one of the same name, whose mock exam stays as it was set. */
const keepExam = async ({ name, questions }: Part) => {
  const key = ownKey(name);
  const before = await readOwnExam(key).catch(() => undefined);
  const sitting = before?.sitting ?? usualMock(questions.length);
  const saved = await saveOwnExam({ name, sitting, questions, savedAt: Date.now() });
  if (saved.ok) await updateStatus(key);
  return { saved, isReplaced: before !== undefined };
};

const ways = (count: number) => [
  { value: 'one', label: 'One exam' },
  { value: 'each', label: `${count} exams` },
];

type KeepFormProps = {
  read: DeckRead;
  /** The exam that the questions replace. */
  replaced: OwnExam | undefined;
  onDone: () => void;
};

/** Names what was found and keeps it: as one exam, unless the learner wants one for each file. */
export const KeepForm = ({ read, replaced, onDone }: KeepFormProps) => {
  const { questions, files } = read;
  const [, navigate] = useLocation();
  const sources = countByFile(files).map(([file]) => file);
  const suggested = nameOfFile(sources[0] ?? '');
  const [name, setName] = useState(suggested);
  const [way, setWay] = useState('one');
  const [isBusy, setBusy] = useState(false);
  const count = useCountOf(name.trim());
  const isTaken = !replaced && way === 'one' && count !== undefined;
  const names = [...new Set(sources.map(nameOfFile))];
  const partOf = (wanted: string): Part => ({
    name: wanted,
    questions: questions.filter((_, index) => nameOfFile(files[index] ?? '') === wanted),
  });
  const parts =
    way === 'each' ? names.map(partOf) : [{ name: replaced?.name ?? name.trim(), questions }];
  const keep = async () => {
    if (!parts.every((part) => isId(part.name))) return 'Choose another name.';
    setBusy(true);
    let text = `${questionCountText(questions.length)} added.`;
    for (const part of parts) {
      const { saved, isReplaced } = await keepExam(part);
      if (!saved.ok) {
        setBusy(false);
        return saveFailureText[saved.failure];
      }
      if (isReplaced) text = differenceText(saved.value);
    }
    void askForPersistence();
    void keepReaders();
    showToast({ id: 'own', text });
    onDone();
    navigate(routes.examList.address(OWN_PROVIDER));
    return '';
  };
  const hint = isTaken
    ? `You already have “${name.trim()}” with ${questionCountText(count)}. Replacing keeps what you know of them.`
    : name === suggested && suggested !== '' && 'Taken from the file. You can change it any time.';
  const buttonText = () => {
    if (replaced) return `Replace with ${questionCountText(questions.length)}`;
    return isTaken ? 'Replace it' : `Add ${questionCountText(questions.length)}`;
  };
  return (
    <ActionForm
      className="stack gap-4"
      act={keep}
      row={styles.keep}
      label={buttonText()}
      button={{ look: 'primary', size: 'large', disabled: isBusy }}
    >
      {!replaced && names.length > 1 && (
        <Choice label="Make of them" options={ways(names.length)} value={way} onChoose={setWay} />
      )}
      {!replaced && way === 'one' && (
        <NameField value={name} onChange={setName} hint={hint} isCaution={isTaken} />
      )}
      {way === 'each' && (
        <ul className="stack gap-2">
          {parts.map((part) => (
            <li key={part.name} className="between gap-2">
              <span dir="auto">{part.name}</span>
              <span className="quiet">{questionCountText(part.questions.length)}</span>
            </li>
          ))}
        </ul>
      )}
    </ActionForm>
  );
};
