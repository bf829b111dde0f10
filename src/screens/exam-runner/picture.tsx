import { useState } from 'react';
import styles from './picture.module.css';
import { usePictureSource } from './picture-source.tsx';

/** A frame of fixed proportions, so that nothing moves when the picture arrives, or never does. */
export const Picture = ({ word }: { word: string }) => {
  const { address, alt } = usePictureSource()(word);
  const [failedAddress, setFailedAddress] = useState<string>();

  if (!address || failedAddress === address) {
    return (
      <span role="img" aria-label={alt} className={`${styles.frame} ${styles.missing}`}>
        {alt}
      </span>
    );
  }
  return (
    <span className={styles.frame}>
      <img src={address} alt={alt} decoding="async" onError={() => setFailedAddress(address)} />
    </span>
  );
};
