import { useState } from 'react';
import { join, pairNew, stopEverywhere, stopHere } from '#sync/pairing.ts';
import { pairLink, readSecret } from '#sync/secret.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { ActionForm } from '#ui/form.tsx';
import { useNow } from '#ui/use-now.ts';
import styles from './pairing.module.css';
import { joinedText, pairFailureTexts, statusText } from './pairing-texts.ts';
import { QrCode } from './qr-code.tsx';
import { usePairing } from './use-pairing.ts';

const CopyLink = ({ link }: { link: string }) => {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => 'Copied',
      () => 'Copying is not allowed here: select the link instead.',
    );
  return (
    <ActionForm className="stack gap-2" act={copy} label="Copy link">
      <p className={styles.link} translate="no">
        {link}
      </p>
    </ActionForm>
  );
};

/** A code is typed where a camera opens another browser than the installed app. */
const EnterLink = ({ onJoin }: { onJoin: (secret: string) => Promise<void> }) => {
  const submit = async (data: FormData) => {
    const secret = readSecret(`${data.get('link')}`);
    if (!secret) return 'This is not such a link. Copy all of it.';
    await onJoin(secret);
    return '';
  };
  return (
    <ActionForm className="stack gap-2" act={submit} label="Pair">
      <label className="stack gap-2">
        <span className="strong">Link from the other device</span>
        <input className="field" name="link" autoComplete="off" spellCheck={false} />
      </label>
    </ActionForm>
  );
};

/** Pairs this device with another, tells how they stand, and stops it. */
export const PairingPanel = () => {
  const { status, means } = usePairing();
  const { pairing } = status;
  const now = useNow(pairing !== undefined);
  const [open, setOpen] = useState<'code' | 'enter'>();
  const [said, setSaid] = useState('');
  const [isWorking, setWorking] = useState(false);

  const work = async (act: () => Promise<string>) => {
    setSaid('');
    setWorking(true);
    setSaid(await act());
    setWorking(false);
  };
  const show = () =>
    work(async () => {
      const { failure } = pairing ? {} : await pairNew(means);
      if (!failure) setOpen('code');
      return failure ? pairFailureTexts[failure] : '';
    });
  const enter = (secret: string) =>
    work(async () => {
      const joined = await join(secret, means);
      if (!joined.failure) setOpen(undefined);
      return joinedText(joined);
    });
  const end = (stop: typeof stopHere, ended: string) =>
    work(async () => {
      const isStopped = await stop(means);
      if (isStopped) setOpen(undefined);
      return isStopped ? ended : 'That could not be done right now. Try again with a connection.';
    });

  const link = pairing ? pairLink(pairing.secret, location.origin) : '';

  return (
    <section className={`stack ${styles.panel}`} aria-labelledby="pairing">
      <h3 id="pairing">Two devices in step</h3>
      <p className="quiet">
        Practice on the phone, go on at the desk: paired devices keep the same progress, without an
        account. This site then keeps an encrypted copy. It sees a random address, sizes and times,
        never what is in it.
      </p>
      <p role="status">{said || statusText(status, now)}</p>
      <div className="cluster">
        {open !== 'code' && (
          <Button onClick={show} disabled={isWorking}>
            {pairing ? 'Show the link' : 'Pair another device'}
          </Button>
        )}
        {!pairing && (
          <TextButton
            aria-expanded={open === 'enter'}
            onClick={() => setOpen(open === 'enter' ? undefined : 'enter')}
          >
            I have a link
          </TextButton>
        )}
      </div>
      {open === 'code' && pairing && (
        <div className="stack">
          <p>
            Point the other device’s camera at this code, or open the link there. Whoever has it can
            read and change your progress, so send it to nobody.
          </p>
          <QrCode link={link} />
          <CopyLink link={link} />
        </div>
      )}
      {open === 'enter' && !pairing && <EnterLink onJoin={enter} />}
      {pairing && (
        <div className="cluster outdented">
          <TextButton
            disabled={isWorking}
            onClick={() =>
              end(
                stopHere,
                'Stopped on this device. What it has learned stays here; the others go on.',
              )
            }
          >
            Stop on this device
          </TextButton>
          <TextButton
            disabled={isWorking}
            onClick={() =>
              end(
                stopEverywhere,
                'Stopped. This site’s copy is deleted; each device keeps what it has.',
              )
            }
          >
            Stop everywhere and delete the copy
          </TextButton>
        </div>
      )}
    </section>
  );
};
