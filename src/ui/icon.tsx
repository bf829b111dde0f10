/** Drawn on a 24-unit grid with 2-unit strokes and round ends. */
const shapes = {
  back: 'm15 18-6-6 6-6',
  forward: 'm9 18 6-6-6-6',
  check: 'M20 6 9 17l-5-5',
  cross: 'M18 6 6 18M6 6l12 12',
  circle: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  search: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0m17 10-5-5',
  pause: 'M8 5v14M16 5v14',
  play: 'm7 4 13 8-13 8z',
  restart: 'M4 4v5h5M4.5 9A8 8 0 1 1 4 13',
  outside: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  enlarge: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  flag: 'M5 21V4h13l-3 5 3 5H5',
  cloud: 'M7 19a5 5 0 0 1-.6-9.96 6 6 0 0 1 11.5 1.5A4.3 4.3 0 0 1 17.5 19z',
  download: 'M5 20h14M12 4v11m-5-5 5 5 5-5',
  saved: 'M5 20h14M6 10l4.5 4.5L19 5',
  alert: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m9-4v5m0 3.5v.01',
} as const;

export type IconName = keyof typeof shapes;

type IconProps = {
  name: IconName;
  size?: number;
  strokeWidth?: number;
  className?: string | undefined;
};

/** Hidden from screen readers: the words beside it or its button's name must say it. */
export const Icon = ({ name, size = 20, strokeWidth = 2, className }: IconProps) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
  >
    <path d={shapes[name]} />
  </svg>
);
