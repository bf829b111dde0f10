import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#ui/icon.tsx';
import styles from './picture-viewer.module.css';
import { movedBy, scaledBy, wholePicture, type Zoom } from './zoom.ts';

const STEP = 1.4;
const PAN = 48;

const keys: Record<string, (zoom: Zoom, size: DOMRect) => Zoom> = {
  '+': (zoom, size) => scaledBy(zoom, STEP, 0, 0, size),
  '=': (zoom, size) => scaledBy(zoom, STEP, 0, 0, size),
  '-': (zoom, size) => scaledBy(zoom, 1 / STEP, 0, 0, size),
  '0': () => wholePicture,
  ArrowLeft: (zoom, size) => movedBy(zoom, PAN, 0, size),
  ArrowRight: (zoom, size) => movedBy(zoom, -PAN, 0, size),
  ArrowUp: (zoom, size) => movedBy(zoom, 0, PAN, size),
  ArrowDown: (zoom, size) => movedBy(zoom, 0, -PAN, size),
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

type PictureViewerProps = { url: string; alt: string; onClose: () => void };

/** A picture on the whole screen: wheel, pinch and + − enlarge, dragging and arrows move. */
export const PictureViewer = ({ url, alt, onClose }: PictureViewerProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const pointers = useRef<Pointers>(new Map());
  const [zoom, setZoom] = useState(wholePicture);
  const frame = () => stage.current?.getBoundingClientRect() ?? new DOMRect();

  useEffect(() => {
    dialog.current?.showModal();
    const element = stage.current;
    // React's own listener could not keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const size = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const at = middle(new Map([[0, { x: event.clientX, y: event.clientY }]]), size);
      setZoom((current) => scaledBy(current, Math.exp(-event.deltaY / 300), at.x, at.y, size));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const change = keys[event.key];
    if (!change) return;
    event.preventDefault();
    setZoom((current) => change(current, frame()));
  };

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const spreadBefore = spread(pointers.current);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const size = frame();
    const share = pointers.current.size;
    const [dx, dy] = [(event.clientX - before.x) / share, (event.clientY - before.y) / share];
    const factor = spreadBefore > 0 ? spread(pointers.current) / spreadBefore : 1;
    const at = middle(pointers.current, size);
    setZoom((current) => scaledBy(movedBy(current, dx, dy, size), factor, at.x, at.y, size));
  };

  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  return createPortal(
    <dialog
      ref={dialog}
      aria-label={alt}
      className={styles.viewer}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the dialog has the same by keys. */}
      <div
        ref={stage}
        className={styles.stage}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
        onDoubleClick={() =>
          setZoom((current) =>
            current.scale > 1 ? wholePicture : scaledBy(current, 2, 0, 0, frame()),
          )
        }
      >
        <img
          src={url}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
      <button
        type="button"
        aria-label="Close"
        className={styles.close}
        onClick={() => dialog.current?.close()}
      >
        <Icon name="cross" />
      </button>
    </dialog>,
    document.body,
  );
};
