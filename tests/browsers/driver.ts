/** A function that runs in the page: it sees its arguments and the page's globals, nothing else. */
type InPage<Given extends unknown[], Value> = (...given: Given) => Value | Promise<Value>;

/** What every engine can be told, whatever protocol its driver speaks. */
export type Tab = {
  /** Resolves when the document has loaded. */
  open: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  goBack: () => Promise<void>;
  evaluate: <Given extends unknown[], Value>(
    run: InPage<Given, Value>,
    ...given: Given
  ) => Promise<Value>;
  /** A press of the mouse, in pixels from the corner of the page's view. */
  clickAt: (x: number, y: number) => Promise<void>;
  /** One key by its DOM name: 'a', 'Tab', 'ArrowLeft'. */
  press: (key: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
};

export type Browser = {
  newTab: () => Promise<Tab>;
  /** Ends the browser as its user does. */
  close: () => Promise<void>;
  /** Ends the browser as a system short of memory does. */
  kill: () => Promise<void>;
};

/** Starts an engine on a profile folder, which outlives it; its user may let no site store data. */
export type OpenBrowser = (
  profile: string,
  options?: { isStorageBlocked?: boolean },
) => Promise<Browser>;

export const VIEW = { width: 1280, height: 800 };
