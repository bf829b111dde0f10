/** Runs in the page: sees only its arguments and the page's globals. */
type InPage<Given extends unknown[], Value> = (...given: Given) => Value | Promise<Value>;

/** A tab of any engine, whatever protocol its driver speaks. */
export type Tab = {
  /** Resolves when the document has loaded. */
  open: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  goBack: () => Promise<void>;
  evaluate: <Given extends unknown[], Value>(
    run: InPage<Given, Value>,
    ...given: Given
  ) => Promise<Value>;
  /** In pixels from the top left of the viewport. */
  clickAt: (x: number, y: number) => Promise<void>;
  /** One key by its DOM name: 'a', 'Tab', 'ArrowLeft'. */
  press: (key: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
};

export type Browser = {
  newTab: () => Promise<Tab>;
  /** Closes the browser normally. */
  close: () => Promise<void>;
  /** Kills the browser, as a system low on memory does. */
  kill: () => Promise<void>;
};

/** Starts an engine on a profile folder that outlives it; can block all site data. */
export type OpenBrowser = (
  profile: string,
  options?: { isStorageBlocked?: boolean },
) => Promise<Browser>;

export const VIEW = { width: 1280, height: 800 };
