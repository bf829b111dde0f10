import { type CSSProperties, useEffect, useState } from 'react';
import type { ImageSize } from '#primitives/svg-size.ts';
import { useTheme } from '#theme/theme-choice.ts';
import { drawForScheme, readScheme } from '#theme/themed-image.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { useExamRun } from '../run/run-context.tsx';
import { useFindImage } from './image-source.tsx';
import styles from './question-image.module.css';

const ImageViewer = later(() => import('./image-viewer.tsx'), 'ImageViewer');

const BLOCKED = 'This picture can’t be shown: its server does not allow it (CORS).';

/** A marker's image with the `img` element's `url`: undefined while loading, null when unavailable. */
const useImage = (word: string) => {
  const { loadImage } = useExamRun().session;
  const image = useFindImage()(word);
  const { address, alt } = image;
  const theme = useTheme();
  const [source, setSource] = useState<Awaited<ReturnType<typeof loadImage>> | null>();
  const [drawn, setDrawn] = useState<Blob>();
  const [url, setUrl] = useState<string | null>();

  useEffect(() => {
    if (!address) return setSource(null);
    const controller = new AbortController();
    const take = (loaded: typeof source) => {
      if (!controller.signal.aborted) setSource(loaded ?? null);
    };
    loadImage(address, controller.signal).then(take, () => take(null));
    return () => {
      controller.abort();
      setSource(undefined);
      setDrawn(undefined);
    };
  }, [address, loadImage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme may have another scheme.
  useEffect(() => {
    if (!source) return setUrl(source);
    if ('failure' in source) return setUrl(null);
    if ('address' in source) return setUrl(source.address);
    let isCurrent = true;
    const show = (image: Blob) => isCurrent && setDrawn(image);
    drawForScheme(source.blob, readScheme()).then(show, () => setUrl(null));
    return () => {
      isCurrent = false;
    };
  }, [source, theme]);

  // One theme's picture stays until the other's has loaded; most serve both.
  useEffect(() => {
    if (!drawn) return;
    const created = URL.createObjectURL(drawn);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [drawn]);

  /** What stands in the image's place while it is missing. */
  const missing = source && 'failure' in source ? `${alt}. ${BLOCKED}` : alt;
  return { ...image, url, missing, giveUp: () => setUrl(null) };
};

/** Whether an image is about as high as a line of text. */
export const isIcon = ({ width, height }: ImageSize) => height <= 32 && width <= 160;

/** An SVG may be drawn larger than its own size. */
const isScalable = (address = '') => /\.svgz?$/i.test(address);

/** A frame of the image's shape, so that nothing moves whether or not the image arrives. */
export const QuestionImage = ({ word }: { word: string }) => {
  const { address, alt, size, url, missing, giveUp } = useImage(word);
  const [isEnlarged, setEnlarged] = useState(false);
  const scalable = isScalable(address);
  const shape = size && {
    '--ratio': size.width / size.height,
    '--widest': `${size.width * (scalable ? 2 : 1)}px`,
  };

  return (
    <span className={styles.frame} style={shape as CSSProperties}>
      {url === null ? (
        <span
          role="img"
          aria-label={missing}
          className={`centered quiet ${styles.box} ${styles.missing}`}
        >
          {missing}
        </span>
      ) : (
        <span className={styles.box}>
          {url && (
            <img src={url} alt={alt} data-scalable={scalable} decoding="async" onError={giveUp} />
          )}
        </span>
      )}
      {url && (
        <button
          type="button"
          aria-label="Enlarge picture"
          aria-haspopup="dialog"
          className={`bare ${styles.enlarge}`}
          onClick={() => setEnlarged(true)}
        >
          <Icon name="enlarge" size={16} />
        </button>
      )}
      {url && isEnlarged && (
        <ImageViewer url={url} alt={alt} isScalable={scalable} onClose={() => setEnlarged(false)} />
      )}
    </span>
  );
};

/** An icon within a line of text. Its size may be unknown until it loads, and too large then. */
export const InlineImage = ({ word, onLarge }: { word: string; onLarge: () => void }) => {
  const { alt, size, url, missing, giveUp } = useImage(word);
  const shape = size && { '--ratio': size.width / size.height, '--width': `${size.width}px` };
  if (url === null) {
    return (
      <span role="img" aria-label={missing} className={styles.absent}>
        {missing}
      </span>
    );
  }
  return (
    <span className={styles.icon} data-sized={size !== undefined} style={shape as CSSProperties}>
      {url && (
        <img
          src={url}
          alt={alt}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            !size && !isIcon({ width, height }) && onLarge()
          }
          onError={giveUp}
        />
      )}
    </span>
  );
};
