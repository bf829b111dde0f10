import { type DragEvent, useCallback, useId, useRef, useState } from 'react';
import { questionCountText } from '#exam/texts/labels.ts';
import type { DeckRead } from '#exchange/deck.ts';
import type { ReadContext } from '#exchange/formats/format.ts';
import { openedNames } from '#exchange/formats/registry.ts';
import type { OwnExam } from '#offline/library/own-exams.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { sizeText } from '#ui/formats.ts';
import { Sheet } from '#ui/sheet.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import { AskedOfFile } from './asked-of-file.tsx';
import { placeText, reasonText, sourcesText } from './deck-texts.ts';
import { KeepForm } from './keep-form.tsx';
import styles from './own-exams.module.css';
import { QuestionPreview } from './question-preview.tsx';
import { LARGEST, ReadersFailed, readFiles } from './readers.ts';

const unloadedText = 'The files can’t be read now. Check your connection and try again.';
const tooMuchText = 'This is more than can be read here. Cut the file into smaller ones.';

/** How many questions can be looked at. */
const SHOWN = 3;

/** How many rows and notes are listed; the rest are counted. */
const MOST_LINES = 20;

/** What was not read, and why; what was assumed. */
const LeftOut = ({ read: { questions, leftOut, notes } }: { read: DeckRead }) => {
  const more = leftOut.length - MOST_LINES;
  const title = questions.length > 0 ? `${leftOut.length} left out` : 'Why';
  return (
    <>
      {leftOut.length > 0 && (
        <section className="stack" aria-label={title}>
          {questions.length > 0 && <h3>{title}</h3>}
          <ul className={`card ruled rows ${styles.rows}`} dir="auto">
            {leftOut.slice(0, MOST_LINES).map((one) => (
              <li key={one.place + one.title + one.reason}>
                {reasonText(one)}
                <span className="fine">{placeText(one)}</span>
              </li>
            ))}
            {more > 0 && <li className="fine">{`and ${more} more`}</li>}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <details>
          <summary className="quiet strong">What was assumed</summary>
          <ul className={`stack fine ${styles.notes}`} dir="auto">
            {[...new Set(notes)].slice(0, MOST_LINES).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

/** What was found first of all, and how it will look. */
const Found = ({ read: { questions, files } }: { read: DeckRead }) => {
  const [shown, show] = useState(1);
  const more = Math.min(SHOWN, questions.length) - shown;
  return (
    <section className="stack" aria-label="Found">
      <p className="figures says" role="status">
        {`${questionCountText(questions.length)} found`}
      </p>
      <p className="quiet">{`${sourcesText(files)} They stay on this device, nothing is sent.`}</p>
      <ul className={`card ruled ${styles.previews}`} aria-label="How they will look">
        {questions.slice(0, shown).map((question) => (
          <QuestionPreview key={question.id} question={question} />
        ))}
        {more > 0 && (
          <li>
            <div className="outdented">
              <TextButton onClick={() => show(SHOWN)}>
                {more === 1 ? 'Look at one more' : 'Look at two more'}
              </TextButton>
            </div>
          </li>
        )}
      </ul>
    </section>
  );
};

type ChooseFilesProps = {
  isAgain: boolean;
  said: string;
  pasted: string;
  onPaste: (pasted: string) => void;
  onChoose: (files: readonly File[]) => void;
};

/** Takes files from the device, from a drag, or as text. */
const ChooseFiles = ({ isAgain, said, pasted, onPaste, onChoose }: ChooseFilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const pasteId = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onChoose([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button does the same.
    <div
      className={`stack gap-4 ${styles.drop}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {!isAgain && (
        <p>
          Open a file of questions and practice it like any other exam. Files never leave this
          device.
        </p>
      )}
      <div className="cluster row">
        <Button look="primary" onClick={() => input.current?.click()}>
          {isAgain ? 'Choose another file' : 'Choose files'}
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
          onChoose([...(target.files ?? [])]);
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
          onChange={({ target }) => onPaste(target.value)}
        />
      </label>
      {pasted.trim() !== '' && (
        <div>
          <Button onClick={() => onChoose([new File([pasted], 'pasted text')])}>Read</Button>
        </div>
      )}
      <p className="fine">{`${openedNames}, with the pictures that they name.`}</p>
      <p role="status">{said}</p>
    </div>
  );
};

type Chosen = {
  files: readonly File[];
  /** What the learner has told of the files. */
  told: ReadContext;
};

const tooLargeText = (size: number) =>
  `${sizeText(size)} are more than the ${sizeText(LARGEST)} that fit. Cut the file into smaller ones.`;

/** Resolves to what was read, or to why nothing was; '' without files. */
const readChosen = async ({ files, told }: Chosen, signal: AbortSignal) => {
  if (files.length === 0) return '';
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > LARGEST) return tooLargeText(size);
  try {
    return await readFiles(files, told, signal);
  } catch (error) {
    return error instanceof ReadersFailed ? tooMuchText : unloadedText;
  }
};

type AddQuestionsProps = {
  /** The exam that the questions replace; a new one without it. */
  replaced?: OwnExam;
  /** Files that the system has opened the app with. */
  files?: readonly File[];
  onClose: () => void;
};

/** Reads files or pasted text on the device, shows what was read, and keeps it as an exam. */
export const AddQuestions = ({ replaced, files: given = [], onClose }: AddQuestionsProps) => {
  const [chosen, choose] = useState<Chosen>({ files: given, told: {} });
  const outcome = useLoaded(useCallback((signal) => readChosen(chosen, signal), [chosen]));
  const [pasted, setPasted] = useState('');
  const isReading = chosen.files.length > 0 && outcome === undefined;
  const read = typeof outcome === 'object' ? outcome : undefined;
  // Other files may be enough, but what this one needs would be left out in silence.
  const asked = read?.asked;
  const isFound = read !== undefined && !asked && read.questions.length > 0;
  const isNothing = read !== undefined && !asked && !isFound;
  // While files are first read, what was pasted keeps its place and the focus.
  const canChoose = isReading ? Object.keys(chosen.told).length === 0 : !asked && !isFound;
  const tell = (more: ReadContext) =>
    choose(({ files, told }) => ({
      files,
      told: { ...told, ...more, columns: { ...told.columns, ...more.columns } },
    }));
  return (
    <Sheet
      label={replaced ? 'Replace with a newer file' : 'Add your own questions'}
      isOpen
      onClose={onClose}
    >
      {isNothing && (
        <p className="says" role="status">
          No questions found
        </p>
      )}
      {isReading && (
        <p role="status" className="quiet">
          Reading…
        </p>
      )}
      {isNothing && <LeftOut read={read} />}
      {canChoose && (
        <ChooseFiles
          isAgain={isNothing}
          said={typeof outcome === 'string' ? outcome : ''}
          pasted={pasted}
          onPaste={setPasted}
          onChoose={(files) => files.length > 0 && choose({ files, told: {} })}
        />
      )}
      {asked && <AskedOfFile asked={asked} onTell={tell} />}
      {isFound && (
        <>
          <Found read={read} />
          <KeepForm read={read} replaced={replaced} onDone={onClose} />
          <LeftOut read={read} />
        </>
      )}
      {!canChoose && (
        <div className="outdented">
          <TextButton onClick={() => choose({ files: [], told: {} })}>
            Choose other files
          </TextButton>
        </div>
      )}
    </Sheet>
  );
};
