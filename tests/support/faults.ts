import { createGate, type Gate } from './gate.ts';

/** What goes wrong with a request. Of those that pass the real answer on, `share` is the part sent. */
export type Fault =
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: string | Uint8Array }
  | { kind: 'hang' }
  | { kind: 'drop' }
  | { kind: 'stall'; share: number }
  | { kind: 'cut'; share: number }
  | { kind: 'half'; share: number }
  | { kind: 'without-cors' }
  | { kind: 'hold'; gate: Gate; then: Fault | undefined };

const answer = (
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Fault => ({ kind: 'answer', status, headers: { 'Content-Type': type, ...headers }, body });

/** The faults by name: `server.faults.set('/api/question', fault.hang())`. */
export const fault = {
  /** A status with a JSON error; `retryAfter` in seconds or as a date. */
  status: (status: number, { retryAfter }: { retryAfter?: number | string } = {}): Fault =>
    answer(
      status,
      'application/json',
      `{"error":"${status} on demand"}`,
      retryAfter === undefined ? {} : { 'Retry-After': `${retryAfter}` },
    ),
  /** 200 with any JSON: the wrong shape, or the answer to another question. */
  json: (body: unknown): Fault => answer(200, 'application/json', JSON.stringify(body)),
  /** 200 with any body and type. */
  body: (body: string | Uint8Array, type = 'application/json'): Fault => answer(200, type, body),
  /** 200 with the login page of a captive portal. */
  html: (): Fault =>
    answer(200, 'text/html', '<!doctype html><title>Wi-Fi</title><h1>Please log in</h1>'),
  /** 200 that says JSON and is noise. */
  garbage: (): Fault =>
    answer(
      200,
      'application/json',
      Uint8Array.from({ length: 400 }, (_, n) => (n * 73 + 128) % 256),
    ),
  /** No answer at all, for ever. */
  hang: (): Fault => ({ kind: 'hang' }),
  /** The connection goes before the answer. */
  drop: (): Fault => ({ kind: 'drop' }),
  /** The headers and a share of the body come, the rest never does. */
  stall: (share = 0.5): Fault => ({ kind: 'stall', share }),
  /** A chunked body whose connection goes in the middle. */
  cut: (share = 0.5): Fault => ({ kind: 'cut', share }),
  /** Half of the body as if it were all: HTTP sees nothing wrong. For pictures. */
  half: (share = 0.5): Fault => ({ kind: 'half', share }),
  /** The real answer, for which the server has not allowed other origins. */
  withoutCors: (): Fault => ({ kind: 'without-cors' }),
  /** The real answer, or another fault, once `release` is called. */
  hold: (then?: Fault): Fault & { release(): void } => {
    const gate = createGate();
    return { kind: 'hold', gate, then, release: gate.open };
  },
};
