import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#ui/icon-button.tsx';
import '#ui/dialog.css';
import styles from './image-viewer.module.css';
import { isBeside, movedBy, type Stage, scaledBy, wholeImage, type Zoom } from './zoom.ts';

const STEP = 1.4;
const PAN = 48;

const keys: Record<string, (zoom: Zoom, stage: Stage) => Zoom> = {
  '+': (zoom, stage) => scaledBy(zoom, STEP, 0, 0, stage),
  '=': (zoom, stage) => scaledBy(zoom, STEP, 0, 0, stage),
  '-': (zoom, stage) => scaledBy(zoom, 1 / STEP, 0, 0, stage),
  '0': () => wholeImage,
  ArrowLeft: (zoom, stage) => movedBy(zoom, PAN, 0, stage),
  ArrowRight: (zoom, stage) => movedBy(zoom, -PAN, 0, stage),
  ArrowUp: (zoom, stage) => movedBy(zoom, 0, PAN, stage),
  ArrowDown: (zoom, stage) => movedBy(zoom, 0, -PAN, stage),
};

type Pointers = Map<number, { x: number; y: number }>;

const spread = (pointers: Pointers) => {
  const [a, b] = [...pointers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
};

const middle = (pointers: Pointers, frame: DOMRect) => {
  const all = [...pointers.values()];
  const sum = all.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return {
    x: sum.x / all.length - frame.left - frame.width / 2,
    y: sum.y / all.length - frame.top - frame.height / 2,
  };
};

/** The sizes of the viewer and of the image as fitted into it. */
const measure = (stage: HTMLElement, isScalable: boolean): Stage => {
  const { clientWidth: width, clientHeight: height } = stage;
  const { naturalWidth = 0, naturalHeight = 0 } = stage.querySelector('img') ?? {};
  if (naturalWidth === 0 || naturalHeight === 0) return { width, height, image: { width, height } };
  const fit = Math.min(width / naturalWidth, height / naturalHeight, isScalable ? Infinity : 1);
  return { width, height, image: { width: naturalWidth * fit, height: naturalHeight * fit } };
};

type ImageViewerProps = { url: string; alt: string; isScalable: boolean; onClose: () => void };

/** Pixels within which a press is a tap. */
const TAP = 8;

/**
 * A full-screen image: wheel, pinch and + − zoom; dragging and arrow keys move it; a tap beside it closes
 * it.
 */
export const ImageViewer = ({ url, alt, isScalable, onClose }: ImageViewerProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const pointers = useRef<Pointers>(new Map());
  const pressed = useRef({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(wholeImage);
  const change = (next: (current: Zoom, at: Stage) => Zoom) => {
    if (!stage.current) return;
    const at = measure(stage.current, isScalable);
    setZoom((current) => next(current, at));
  };
  // React's listeners are passive and cannot keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const size = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const at = middle(new Map([[0, { x: event.clientX, y: event.clientY }]]), size);
    change((current, stage) => scaledBy(current, Math.exp(-event.deltaY / 300), at.x, at.y, stage));
  });

  useEffect(() => {
    dialog.current?.showModal();
    const element = stage.current;
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[event.key];
    if (!next) return;
    event.preventDefault();
    change(next);
  };

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const spreadBefore = spread(pointers.current);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const share = pointers.current.size;
    const [dx, dy] = [(event.clientX - before.x) / share, (event.clientY - before.y) / share];
    const factor = spreadBefore > 0 ? spread(pointers.current) / spreadBefore : 1;
    const at = middle(pointers.current, event.currentTarget.getBoundingClientRect());
    change((current, stage) =>
      scaledBy(movedBy(current, dx, dy, stage), factor, at.x, at.y, stage),
    );
  };

  const onClick = ({ clientX: x, clientY: y, currentTarget }: MouseEvent<HTMLElement>) => {
    if (Math.hypot(x - pressed.current.x, y - pressed.current.y) > TAP) return;
    const at = middle(new Map([[0, { x, y }]]), currentTarget.getBoundingClientRect());
    if (isBeside(zoom, at.x, at.y, measure(currentTarget, isScalable))) dialog.current?.close();
  };

  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  return createPortal(
    <dialog
      ref={dialog}
      aria-label={alt}
      className={`window ${styles.viewer}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the dialog handles the same by keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well. */}
      <div
        ref={stage}
        className={styles.stage}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pressed.current = { x: event.clientX, y: event.clientY };
          pointers.current.set(event.pointerId, pressed.current);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
        onClick={onClick}
        onDoubleClick={() =>
          change((current, stage) =>
            current.scale > 1 ? wholeImage : scaledBy(current, 2, 0, 0, stage),
          )
        }
      >
        <img
          src={url}
          alt={alt}
          data-scalable={isScalable}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
      <IconButton
        label="Close"
        icon="cross"
        className={styles.close}
        onClick={() => dialog.current?.close()}
      />
    </dialog>,
    document.body,
  );
};
