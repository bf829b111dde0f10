import { useEffect, useRef, useState } from 'react';
import { cancelUpdate, subscribeToUpdateWaiting } from '#offline/page/service-worker.ts';
import { join } from '#sync/pairing.ts';
import { readSecret } from '#sync/secret.ts';
import type { Synced } from '#sync/sync-once.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { joinedText } from './pairing-texts.ts';
import { usePairing } from './use-pairing.ts';

type PairOfferProps = {
  /** The link's fragment. */
  link: string;
  onClose: () => void;
};

/** Opened by another device's link: pairs with it once the learner agrees. */
export const PairOffer = ({ link, onClose }: PairOfferProps) => {
  const { status, means } = usePairing();
  const secret = readSecret(link);
  const [joined, setJoined] = useState<Synced | 'working'>();
  useEffect(() => {
    // An update at home would reload the page, whose address no longer has the link.
    const stay = () => void setTimeout(cancelUpdate);
    stay();
    return subscribeToUpdateWaiting(stay);
  }, []);
  // Once Pair was pressed, the pairing may be the new one.
  const before = joined === undefined ? status.pairing : undefined;
  const isKnown = before !== undefined && before.secret === secret;
  const pair = async () => {
    if (!secret || joined === 'working') return;
    setJoined('working');
    setJoined(await join(secret, means));
  };
  const isDone = typeof joined === 'object' && !joined.failure;
  const canPair = secret && !isDone && !isKnown;
  const close = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone then.
  useEffect(() => {
    if (isDone) close.current?.focus();
  }, [isDone]);
  return (
    <Sheet label="Pair this device?" isOpen onClose={onClose}>
      {!secret && <p>This link is not whole. Show it again on the other device.</p>}
      {secret && !isDone && (
        <p>
          This device and the one that showed you this link will keep the same progress. Each keeps
          all that it has. The site keeps an encrypted copy that it can’t read.
          {before && !isKnown && ' It then leaves those that it is paired with now.'}
        </p>
      )}
      <p role="status">
        {isKnown && 'These devices are paired already.'}
        {joined === 'working' && 'Looking for what is new…'}
        {typeof joined === 'object' && joinedText(joined)}
      </p>
      <div className="cluster">
        {canPair && (
          <Button look="primary" aria-disabled={joined === 'working'} onClick={pair}>
            Pair
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          {canPair ? 'Not now' : 'Done'}
        </Button>
      </div>
    </Sheet>
  );
};
