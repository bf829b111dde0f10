import { useEffect, useRef, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { isOwn } from '#contract/own.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { runKindText } from '#exam/texts/study-texts.ts';
import {
  countUnreadable,
  deleteLearnerData,
  type FileFailure,
  type Imported,
  importLearnerFile,
} from '#learner/learner-file.ts';
import { runKind } from '#learner/schemas.ts';
import { useKnownExams } from '#offline/use-offline.ts';
import { counted } from '#primitives/counted.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { Button } from '#ui/button.tsx';
import { sizeText } from '#ui/formats.ts';
import { later } from '#ui/later.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { deliveredText } from '../device/deliver-file.ts';
import { exportData, LARGEST_BACKUP } from '../device/export-data.ts';
import { isDeletedSoon } from '../device/installation.ts';
import { type OwnImport, openOwnExams } from '../own-exams/import-backup.ts';

const PairingPanel = later(() => import('../pairing/pairing-panel.tsx'), 'PairingPanel');

/** Without https a browser has no cipher. */
const canSeal = () => 'subtle' in crypto && 'CompressionStream' in globalThis;

/** Bytes of a backup file at most: not every character is one byte. */
const LARGEST_FILE = 2 * LARGEST_BACKUP;

type ImportFailure = FileFailure | 'unreadable';

const failureText: Record<ImportFailure, string> = {
  'too-large': 'This file is too large to be one that CertDeck wrote. Nothing was changed.',
  unreadable: 'This file can’t be read. Nothing was changed.',
  'not-json': 'Choose a CertDeck backup file. Nothing was changed.',
  'not-ours': 'Choose a CertDeck backup file. This one comes from elsewhere. Nothing was changed.',
  'newer-version':
    'This file comes from a newer CertDeck. Nothing was changed. Update the app, then try again.',
  'not-stored': 'This browser could not store the file’s data. Nothing was changed.',
};

const closedText = ({ exam, run, isTheirs }: Imported['closed'][number]) => {
  const answers = counted(run.results.length, 'answer');
  const name = runKindText(runKind(run.setup), run.questionIds.length);
  const source = isTheirs ? 'in the file' : 'on this device';
  return `${name} in ${exam.examId} with ${answers} ${source} is now in History, because you answered the other one later.`;
};

const unreadableText = (count: number) =>
  count === 1
    ? '1 record can’t be read. It is kept as it was, and every export contains it.'
    : `${count} records can’t be read. They are kept as they were, and every export contains them.`;

type ImportedAll = Imported & { own: OwnImport };

const ownText = ({ saved, failed, older }: OwnImport) => [
  ...(saved > 0 ? [`${saved} of your own exams imported.`] : []),
  ...(failed > 0 ? [`${failed} of your own exams can’t be read or have no room here.`] : []),
  ...older.map((name) => `“${name}” stays as it is: this device has a later version.`),
];

const unreadText = (count: number) =>
  count === 1
    ? '1 record of the file can’t be read. It is kept as it is.'
    : `${count} records of the file can’t be read. They are kept as they are.`;

const importedText = ({ exams, unread, closed, own }: ImportedAll) =>
  [
    `Imported the data of ${counted(exams, 'exam')}.`,
    ...(unread > 0 ? [unreadText(unread)] : []),
    ...ownText(own),
    ...closed.map(closedText),
  ].join(' ');

const importFile = async (
  file: File,
  apiUrl: string,
): Promise<Result<ImportedAll, ImportFailure>> => {
  if (file.size > LARGEST_FILE) return failed('too-large');
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return failed('unreadable');
  const own = await openOwnExams(text);
  const imported = await importLearnerFile(text, apiUrl, { idHere: own.idHere });
  return imported.ok ? success({ ...imported.value, own: await own.save() }) : imported;
};

const leftOutText = (name: string) =>
  `“${name}” is not in it: it can’t be read, or has no room in one file. Export it by itself, under “Rename, export or remove” on its page.`;

/** Exports, imports or deletes runs, scores and reviews. */
export const YourData = ({ onClose }: { onClose: () => void }) => {
  const { apiUrl, syncUrl } = useApi().config;
  const file = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const own = [...useKnownExams().values()].filter(({ key }) => isOwn(key));
  const ownSize = own.reduce((sum, { status }) => sum + ('bytes' in status ? status.bytes : 0), 0);
  const [isAsking, setAsking] = useState(false);
  const [deleted, setDeleted] = useState(0);

  const [unreadable, setUnreadable] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again after each act.
  useEffect(() => {
    countUnreadable().then(setUnreadable, () => setUnreadable(0));
  }, [said]);

  const begin = ({ isAsking }: { isAsking: boolean }) => {
    setSaid('');
    setAsking(isAsking);
  };
  const openFile = () => {
    begin({ isAsking: false });
    file.current?.click();
  };
  const exportAll = async () => {
    begin({ isAsking: false });
    try {
      const { delivered, leftOut } = await exportData(apiUrl);
      setSaid([deliveredText[delivered], ...leftOut.map(leftOutText)].join(' '));
    } catch {
      setSaid('This browser’s storage can’t be read, so there is nothing to export.');
    }
  };
  const importData = async (chosen: File | undefined) => {
    if (!chosen) return;
    const result = await importFile(chosen, apiUrl);
    setSaid(result.ok ? importedText(result.value) : failureText[result.failure]);
    if (file.current) file.current.value = '';
  };
  const deleteData = async () => {
    setAsking(false);
    const isDeleted = await deleteLearnerData();
    // With the data goes the pairing.
    setDeleted(deleted + 1);
    setSaid(
      isDeleted
        ? 'Deleted. Exams that are saved for offline use are still here.'
        : 'This browser’s storage can’t be reached, so nothing was deleted.',
    );
  };

  return (
    <Sheet label="Back up or move progress" isOpen onClose={onClose}>
      <div className="stack">
        <p className="quiet">
          Your runs, scores and practice lists never leave this device unless you export them
          {syncUrl && ' or pair another one'}. To move them here from another device or browser,
          export there and import here.
          {isDeletedSoon() &&
            ' Your browser deletes them after seven days without a visit, unless CertDeck is on your home screen: export a copy.'}
        </p>
        {ownSize > 0 && (
          <p className="quiet">{`Your own questions are part of it (${sizeText(ownSize)}).`}</p>
        )}
        {unreadable > 0 && <p>{unreadableText(unreadable)}</p>}
        <div className="cluster">
          <Button onClick={exportAll}>Export</Button>
          <Button onClick={openFile}>Import</Button>
          <Button onClick={() => begin({ isAsking: true })} disabled={isAsking}>
            Delete all
          </Button>
        </div>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          aria-label="File to import"
          hidden
          onChange={(event) => importData(event.target.files?.[0])}
        />
        <p role="status" className="quiet">
          {said}
        </p>
        {isAsking && (
          <AskFirst
            label="Delete everything?"
            act="Delete everything"
            onAct={deleteData}
            onCancel={() => setAsking(false)}
          >
            This deletes all runs, scores and practice lists on this device, for good.
          </AskFirst>
        )}
        {syncUrl && canSeal() && <PairingPanel key={deleted} />}
      </div>
    </Sheet>
  );
};
