import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import styles from './picture.module.css';
import { usePictureSource } from './picture-source.tsx';

const PictureViewer = lazy(() =>
  import('./picture-viewer.tsx').then((m) => ({ default: m.PictureViewer })),
);

/** Where the `img` reads from: undefined while it loads, null when it can't be had. */
const usePictureUrl = (address: string | undefined) => {
  const { load } = usePictureSource();
  const [url, setUrl] = useState<string | null>();

  useEffect(() => {
    if (!address) return setUrl(null);
    const controller = new AbortController();
    let created: string | undefined;
    const show = (source: Awaited<ReturnType<typeof load>>) => {
      if (controller.signal.aborted) return;
      if (source && 'blob' in source) created = URL.createObjectURL(source.blob);
      setUrl(source ? (created ?? ('address' in source ? source.address : null)) : null);
    };
    load(address, controller.signal).then(show, () => show(undefined));
    return () => {
      controller.abort();
      if (created) URL.revokeObjectURL(created);
      setUrl(undefined);
    };
  }, [address, load]);

  return { url, giveUp: () => setUrl(null) };
};

/** A frame of fixed proportions, so that nothing moves when the picture arrives, or never does. */
export const Picture = ({ word }: { word: string }) => {
  const { address, alt } = usePictureSource().find(word);
  const { url, giveUp } = usePictureUrl(address);
  const [isEnlarged, setEnlarged] = useState(false);

  if (url === null) {
    return (
      <span role="img" aria-label={alt} className={`${styles.frame} ${styles.missing}`}>
        {alt}
      </span>
    );
  }
  return (
    <span className={styles.frame}>
      {url && (
        <>
          <img src={url} alt={alt} decoding="async" onError={giveUp} />
          <button
            type="button"
            aria-label="Enlarge picture"
            aria-haspopup="dialog"
            className={styles.enlarge}
            onClick={() => setEnlarged(true)}
          >
            <Icon name="enlarge" size={16} />
          </button>
        </>
      )}
      {url && isEnlarged && (
        <Suspense>
          <PictureViewer url={url} alt={alt} onClose={() => setEnlarged(false)} />
        </Suspense>
      )}
    </span>
  );
};
