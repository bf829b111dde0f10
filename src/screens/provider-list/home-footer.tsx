import { useEffect, useState } from 'react';
import { listenToAll } from '#learner/announcements.ts';
import { counted } from '#primitives/counted.ts';
import { TextButton } from '#ui/button.tsx';
import { sizeText } from '#ui/formats.ts';
import { later } from '#ui/later.tsx';
import { useExamsHere } from '../saved-exam/use-exams-here.ts';
import { InstallOffer } from './install-offer.tsx';
import styles from './provider-list.module.css';

const YourData = later(() => import('./your-data.tsx'), 'YourData');
const OnThisDeviceSheet = later(() => import('./on-this-device.tsx'), 'OnThisDeviceSheet');
const AddQuestions = later(() => import('../own-exams/add-questions.tsx'), 'AddQuestions');

type Sheet = 'add' | 'device' | 'data';

type HomeFooterProps = {
  isReturning: boolean;
  /** Called once the learner's data may have changed. */
  onData: () => void;
};

/** Ways to what is rarely needed, and where the questions are from. */
export const HomeFooter = ({ isReturning, onData }: HomeFooterProps) => {
  const [sheet, setSheet] = useState<Sheet>();
  // Who is back sees the day, which hears itself.
  useEffect(() => (isReturning ? undefined : listenToAll(onData)), [isReturning, onData]);
  const here = useExamsHere();
  const bytes = here.reduce((sum, { status }) => sum + ('bytes' in status ? status.bytes : 0), 0);
  const close = () => setSheet(undefined);
  const closeData = () => {
    close();
    onData();
  };
  const way = (name: Sheet, label: string) => (
    <TextButton aria-haspopup="dialog" onClick={() => setSheet(name)}>
      {label}
    </TextButton>
  );
  return (
    <>
      {here.some(({ status }) => status.kind === 'available') && <InstallOffer />}
      <footer className={`stack ${styles.footer}`}>
        <div className={`cluster outdented ${styles.offers}`}>
          {way('add', 'Add your own questions')}
          {isReturning &&
            here.length > 0 &&
            way('device', `On this device: ${counted(here.length, 'exam')}, ${sizeText(bytes)}`)}
          {way('data', 'Back up or move progress')}
        </div>
        {!isReturning && (
          <p className="quiet">
            The questions that come with CertDeck are its own, written from the vendors’ public exam
            guides and documentation. Each links to what it is based on. Second readers have
            answered samples without the key. Not affiliated with AWS, Microsoft or Google.
          </p>
        )}
      </footer>
      {sheet === 'add' && <AddQuestions onClose={close} />}
      {sheet === 'device' && <OnThisDeviceSheet onClose={close} />}
      {sheet === 'data' && <YourData onClose={closeData} />}
    </>
  );
};
