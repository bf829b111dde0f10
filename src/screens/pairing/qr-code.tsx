import { encode } from 'uqr';
import styles from './pairing.module.css';

/** White space around the code that readers need, in modules. */
const BORDER = 4;

/** A link for another device's camera: dark on light in every theme, as readers want it. */
export const QrCode = ({ link }: { link: string }) => {
  const { data, size } = encode(link, { border: BORDER });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label="QR code of the link below"
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  );
};
