import type { ReactNode } from 'react';

/** Drawn on a 20-unit grid with round ends. `saved`, `download` and `offline` are a tray. */
const shapes = {
  back: 'm12 4.5-5.5 5.5 5.5 5.5',
  forward: 'm8 4.5 5.5 5.5-5.5 5.5',
  check: 'm4.5 10.5 3.7 3.7 7.3-8',
  cross: 'm5.5 5.5 9 9m0-9-9 9',
  dot: 'M10 9.5v1',
  circle: 'M4.5 10a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0',
  grid: 'M3.75 3.75h5v5h-5zM11.25 3.75h5v5h-5zM3.75 11.25h5v5h-5zM11.25 11.25h5v5h-5z',
  search: 'M3.75 9a5.25 5.25 0 1 0 10.5 0 5.25 5.25 0 1 0-10.5 0M13 13l3.5 3.5',
  options:
    'M3.5 6.5h7m3.5 0h2.5M3.5 13.5H6m3.5 0h7M10.5 6.5a1.75 1.75 0 1 0 3.5 0 1.75 1.75 0 1 0-3.5 0M6 13.5a1.75 1.75 0 1 0 3.5 0 1.75 1.75 0 1 0-3.5 0',
  pause: 'M7.25 5v10m5.5-10v10',
  play: 'm6.5 4.5 9 5.5-9 5.5z',
  restart: 'M4.25 10a5.75 5.75 0 1 0 1.9-4.27L4.25 7.5M4.25 3.75V7.5H8',
  outside:
    'M11.5 4.25h4.25V8.5m0-4.25L9 11m-1.5-6H5.75a1.5 1.5 0 0 0-1.5 1.5v7.75a1.5 1.5 0 0 0 1.5 1.5h7.75a1.5 1.5 0 0 0 1.5-1.5V12.5',
  enlarge: 'M12 4h4v4M8 16H4v-4M16 4l-5 5M4 16l5-5',
  flag: 'M5 17V3.75h9.5L12.25 7.5l2.25 3.75H5',
  cards:
    'M4.75 8h10.5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H4.75a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2M4.75 5.25h10.5M6.75 2.5h6.5',
  lines: 'M4 5.5h12M4 10h12M4 14.5h7',
  person:
    'M7.25 7a2.75 2.75 0 1 0 5.5 0 2.75 2.75 0 1 0-5.5 0M4.75 16c.5-2.8 2.6-4.25 5.25-4.25s4.75 1.45 5.25 4.25M3.5 3.5l13 13',
  download: 'M10 3.5v8m-3.25-3L10 11.75 13.25 8.5M3.5 12.5v1.75c0 1.1.9 2 2 2h9a2 2 0 0 0 2-2V12.5',
  saved: 'm6 7.8 3 3 5.5-6M3.5 12.5v1.75c0 1.1.9 2 2 2h9a2 2 0 0 0 2-2V12.5',
  offline: 'M3.5 12.5v1.75c0 1.1.9 2 2 2h8.75M16.5 12.5v1.25M10 3.5v2.25m0 3.5v2.5M3.5 3.5l13 13',
  alert: 'M3.75 10a6.25 6.25 0 1 0 12.5 0 6.25 6.25 0 1 0-12.5 0M10 6.75v4m0 2.5v.01',
} as const;

export type IconName = keyof typeof shapes;

type IconProps = {
  name: IconName;
  size?: number;
  strokeWidth?: number;
  className?: string | undefined;
};

/** Hidden from screen readers: the words beside it or its button's name must say it. */
export const Icon = ({ name, size = 20, strokeWidth, className }: IconProps) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth ?? (size > 16 ? 1.75 : 2)}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
  >
    <path d={shapes[name]} />
  </svg>
);

const Drawing = ({ box, size, children }: { box: string; size: number; children: ReactNode }) => (
  <svg aria-hidden width={size} height={size} viewBox={box}>
    {children}
  </svg>
);

/** CertDeck's mark: two cards that make a check. */
export const Mark = () => (
  <Drawing box="-1.6 -.4 32.5 32.5" size={28}>
    <rect
      x="3"
      y="12.2"
      width="10"
      height="17"
      rx="3"
      transform="rotate(-42 8 21)"
      fill="var(--brand-far)"
    />
    <rect
      x="12.2"
      y="1.5"
      width="10.6"
      height="28.5"
      rx="3"
      transform="rotate(40 17.5 16)"
      fill="var(--brand-lit)"
    />
  </Drawing>
);

/** A card and two edges, in the accent of a provider or an exam. */
export const DeckGlyph = () => (
  <Drawing box="0 0 20 20" size={20}>
    <path
      d="M5.3 1.5h9.4a.8.8 0 0 1 0 1.6H5.3a.8.8 0 0 1 0-1.6M3.65 4.25h12.7a.9.9 0 0 1 0 1.8H3.65a.9.9 0 0 1 0-1.8"
      fill="var(--mark)"
      opacity=".65"
    />
    <rect x="1" y="7.25" width="18" height="11.25" rx="2.75" fill="var(--mark)" />
  </Drawing>
);
