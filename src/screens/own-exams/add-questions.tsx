import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { hasCaches } from '#contract/caches.ts';
import { OWN_PROVIDER, ownKey } from '#contract/own.ts';
import { routes } from '#contract/routes.ts';
import { isId } from '#contract/wire.ts';
import { questionCountText } from '#exam/labels.ts';
import type { DeckRead } from '#exchange/deck.ts';
import { openedNames } from '#exchange/formats/registry.ts';
import { updateStatus } from '#offline/download/exam-sync.ts';
import { isOnDevice } from '#offline/library/exam-library.ts';
import { type Difference, type OwnExam, saveOwnExam } from '#offline/library/own-exams.ts';
import { askForPersistence } from '#offline/page/storage-health.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { sizeText } from '#ui/formats.ts';
import { Sheet } from '#ui/sheet.tsx';
import { showToast } from '#ui/toasts.ts';
import { LONGEST_NAME, NameField } from './name-field.tsx';
import styles from './own-exams.module.css';
import { QuestionPreview } from './question-preview.tsx';
import { keepReaders, LARGEST, readFiles } from './readers.ts';

/** How many questions are previewed. */
const SHOWN = 3;

/** How many rejections are listed; the rest are counted. */
const MOST_LINES = 20;

/** Real exams give about so much time for a question. In minutes. */
const PACE = 1.5;

const saveFailureText = {
  full: 'This device has no room left for them. Nothing was added.',
  impossible: 'This browser can’t keep them: it allows no storage here. Nothing was added.',
};

const differenceText = ({ added, changed, gone }: Difference) =>
  `${added} new, ${changed} changed, ${gone} gone. What you know of the others stays.`;

/** A name for the exam: that of the only file that isn't a picture, without its ending. */
const nameOf = (files: readonly File[]) => {
  const [file, ...others] = files.filter(({ type }) => !type.startsWith('image/'));
  // Pasted text has no name.
  const [, name = ''] = /^(.*)\.[^.]*$/.exec(file?.name ?? '') ?? [];
  return others.length === 0 ? name.slice(0, LONGEST_NAME) : '';
};

/** What was not read, and why. */
const LeftOut = ({ refused, rejected, notes }: DeckRead) => {
  const lines = [...new Set([...refused, ...rejected, ...notes])];
  const count = refused.length + rejected.length;
  if (lines.length === 0) return null;
  return (
    <details className={styles.leftOut} open={refused.length > 0}>
      <summary className="strong">{count > 0 ? `${count} left out` : 'What was assumed'}</summary>
      <ul className="stack fine" dir="auto">
        {lines.slice(0, MOST_LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MOST_LINES && <li>{`and ${lines.length - MOST_LINES} more`}</li>}
      </ul>
    </details>
  );
};

type NumberFieldProps = {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
};

const NumberField = ({ label, value, most, onChange }: NumberFieldProps) => (
  <label className="stack gap-2">
    <span className="quiet strong">{label}</span>
    <input
      type="number"
      className="field"
      inputMode="numeric"
      required
      min={1}
      max={most}
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  </label>
);

type KeepFormProps = {
  read: DeckRead;
  suggested: string;
  /** The exam that the questions replace. */
  replaced: OwnExam | undefined;
  onDone: () => void;
};

/** Names what was read and keeps it. */
const KeepForm = ({ read, suggested, replaced, onDone }: KeepFormProps) => {
  const { questions } = read;
  const [, navigate] = useLocation();
  const [name, setName] = useState(suggested);
  const [count, setCount] = useState(Math.min(60, questions.length));
  const [minutes, setMinutes] = useState(Math.ceil(Math.min(60, questions.length) * PACE));
  const [pass, setPass] = useState(70);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    const chosen = replaced?.name ?? name.trim();
    if (!isId(chosen)) return setSaid('Choose another name.');
    const key = ownKey(chosen);
    if (!replaced && hasCaches() && (await isOnDevice(key))) {
      return setSaid(`You already have “${chosen}”. Choose another name.`);
    }
    setBusy(true);
    const mark = { score: `${pass}%`, share: pass };
    const sitting = replaced?.sitting ?? { questions: count, minutes, pass: mark };
    const saved = await saveOwnExam({ name: chosen, sitting, questions, savedAt: Date.now() });
    setBusy(false);
    if (!saved.ok) return setSaid(saveFailureText[saved.failure]);
    await updateStatus(key);
    void askForPersistence();
    void keepReaders();
    const text = replaced
      ? differenceText(saved.value)
      : `${questionCountText(questions.length)} added.`;
    showToast({ id: 'own', text });
    onDone();
    navigate(routes.examList.address(OWN_PROVIDER));
  };
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      {!replaced && (
        <>
          <NameField value={name} onChange={setName} />
          <div className={styles.mock}>
            <NumberField
              label="Questions in a mock exam"
              value={count}
              most={questions.length}
              onChange={setCount}
            />
            <NumberField label="Minutes" value={minutes} most={600} onChange={setMinutes} />
            <NumberField label="Percent to pass" value={pass} most={100} onChange={setPass} />
          </div>
        </>
      )}
      <div className="cluster row">
        <Button look="primary" type="submit" disabled={isBusy}>
          {replaced
            ? `Replace with ${questionCountText(questions.length)}`
            : `Add ${questionCountText(questions.length)}`}
        </Button>
        <p role="status" className="quiet">
          {said}
        </p>
      </div>
    </form>
  );
};

type AskedColumnProps = {
  asked: NonNullable<DeckRead['asked']>;
  onTell: (header: string) => void;
};

const AskedColumn = ({ asked: { part, headers }, onTell }: AskedColumnProps) => (
  <label className="stack gap-2">
    <span className="quiet strong">
      {part === 'question'
        ? 'Which column holds the question?'
        : 'Which column holds the right answer?'}
    </span>
    <select className="field" value="" onChange={({ target }) => onTell(target.value)}>
      <option value="" disabled>
        Choose a column
      </option>
      {headers.map((header) => (
        <option key={header}>{header}</option>
      ))}
    </select>
  </label>
);

type AddQuestionsProps = {
  /** The exam that the questions replace; a new one without it. */
  replaced?: OwnExam;
  /** Files that the system has opened the app with. */
  files?: readonly File[];
  onClose: () => void;
};

/** Reads files or pasted text on the device, shows what was read, and keeps it as an exam. */
export const AddQuestions = ({ replaced, files: given, onClose }: AddQuestionsProps) => {
  const input = useRef<HTMLInputElement>(null);
  const pasteId = useId();
  const [files, setFiles] = useState<readonly File[]>(given ?? []);
  const [columns, setColumns] = useState<Record<string, string>>({});
  const [pasted, setPasted] = useState('');
  const [read, setRead] = useState<DeckRead>();
  const [said, setSaid] = useState('');

  useEffect(() => {
    if (files.length === 0) return;
    let isCurrent = true;
    setRead(undefined);
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > LARGEST) {
      setSaid(
        `${sizeText(size)} are more than the ${sizeText(LARGEST)} that fit. Cut the file into smaller ones.`,
      );
      return;
    }
    setSaid('Reading…');
    readFiles(files, columns).then(
      (next) => {
        if (!isCurrent) return;
        setRead(next);
        setSaid(
          next.questions.length > 0 || next.asked
            ? ''
            : 'There are no questions in it that can be read.',
        );
      },
      () =>
        isCurrent && setSaid('The files can’t be read now. Check your connection and try again.'),
    );
    return () => {
      isCurrent = false;
    };
  }, [files, columns]);

  const open = (next: readonly File[]) => {
    if (next.length === 0) return;
    setColumns({});
    setFiles([...next]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    open([...event.dataTransfer.files]);
  };
  const startOver = () => {
    setFiles([]);
    setRead(undefined);
    setSaid('');
  };
  const hasQuestions = read && read.questions.length > 0;
  return (
    <Sheet
      label={replaced ? 'Replace with a newer file' : 'Add your own questions'}
      isOpen
      onClose={onClose}
    >
      {!hasQuestions && (
        // biome-ignore lint/a11y/noStaticElementInteractions: its button does the same.
        <div
          className={`stack gap-4 ${styles.drop}`}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
        >
          <p>
            Open a file of questions and practice it like any other exam. Files never leave this
            device.
          </p>
          <div className="cluster row">
            <Button look="primary" onClick={() => input.current?.click()}>
              Choose files
            </Button>
            <span className="quiet">or drop them here</span>
          </div>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Files of questions"
            onChange={({ target }) => {
              open([...(target.files ?? [])]);
              // The same file can be chosen again once it was changed.
              target.value = '';
            }}
          />
          <label className="stack gap-2" htmlFor={pasteId}>
            <span className="quiet strong">Or paste questions</span>
            <textarea
              id={pasteId}
              rows={4}
              dir="auto"
              className={`field ${styles.paste}`}
              value={pasted}
              onChange={({ target }) => setPasted(target.value)}
            />
          </label>
          {pasted.trim() !== '' && (
            <div>
              <Button onClick={() => open([new File([pasted], 'pasted text')])}>Read</Button>
            </div>
          )}
          <p className="fine">{`${openedNames}, also zipped, with the pictures that they name.`}</p>
        </div>
      )}
      <p role="status" className="quiet">
        {said}
      </p>
      {read?.asked && (
        <AskedColumn
          asked={read.asked}
          onTell={(header) => setColumns({ ...columns, [read.asked?.part ?? '']: header })}
        />
      )}
      {read && (read.questions.length > 0 || !read.asked) && <LeftOut {...read} />}
      {hasQuestions && (
        <>
          <ul className="stack ruled" aria-label="How they will look">
            {read.questions.slice(0, SHOWN).map((question) => (
              <QuestionPreview key={question.id} question={question} />
            ))}
          </ul>
          <KeepForm read={read} suggested={nameOf(files)} replaced={replaced} onDone={onClose} />
          <div className="outdented">
            <TextButton onClick={startOver}>Choose other files</TextButton>
          </div>
        </>
      )}
    </Sheet>
  );
};
