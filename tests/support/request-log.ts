import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

export type RecordedRequest = {
  method: string;
  /** Path and query, as they came. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Milliseconds since 1970. */
  time: number;
  /** Of the answer, once it has ended. */
  status: number | undefined;
  /** Whether the connection ended before the answer was complete, whoever ended it. */
  aborted: boolean;
  /** Resolves when the answer is complete or the connection gone. */
  ended: Promise<void>;
};

/**
 * Which requests are meant. A text is a path (`/api/question`, whatever its query), a path with its
 * query, or with a `*` at its end the beginning of either; an expression is tried on both.
 */
export type Pattern = string | RegExp | ((request: RecordedRequest) => boolean);

export function matchesPattern(pattern: Pattern, request: RecordedRequest): boolean {
  if (typeof pattern === 'function') return pattern(request);
  if (typeof pattern !== 'string') return request.url.search(pattern) >= 0;
  if (pattern.endsWith('*')) return request.url.startsWith(pattern.slice(0, -1));
  return pattern === request.url || pattern === request.url.replace(/\?.*$/s, '');
}

/** What a server was asked, in order, and promises of what it will be asked. */
export function createRequestLog() {
  let recorded: RecordedRequest[] = [];
  const waiting = new Set<(request: RecordedRequest) => void>();

  const requests = (pattern?: Pattern) =>
    recorded.filter((request) => pattern === undefined || matchesPattern(pattern, request));

  /** Resolves with the first request whose coming makes `isMet` true. */
  const waitFor = (isMet: (request: RecordedRequest) => boolean) =>
    new Promise<RecordedRequest>((resolve) => {
      const look = (request: RecordedRequest) => {
        if (!isMet(request)) return;
        waiting.delete(look);
        resolve(request);
      };
      waiting.add(look);
    });

  return {
    record(request: RecordedRequest): void {
      recorded.push(request);
      for (const look of [...waiting]) look(request);
    },
    forget(): void {
      recorded = [];
    },
    requests,
    nextRequest: (pattern: Pattern = '*') => waitFor((request) => matchesPattern(pattern, request)),
    async requestCount(pattern: Pattern, count: number): Promise<RecordedRequest[]> {
      if (requests(pattern).length < count) {
        await waitFor(() => requests(pattern).length >= count);
      }
      return requests(pattern);
    },
  };
}

/** The record of a request, kept up to date while it is answered. */
export function observe(request: IncomingMessage, response: ServerResponse): RecordedRequest {
  const recorded: RecordedRequest = {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    time: Date.now(),
    status: undefined,
    aborted: false,
    ended: once(response, 'close').then(() => {
      recorded.aborted = !response.writableFinished;
      if (response.headersSent) recorded.status = response.statusCode;
    }),
  };
  return recorded;
}
