import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';

export type Answer = () => Response | Promise<Response>;

const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, Content-Length',
};
const closedHeaders = [...Object.keys(openHeaders), 'cross-origin-resource-policy'];

/** Sends the answer, as far as the fault lets it. */
export async function deliver(
  response: ServerResponse,
  answer: Answer,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'drop':
      response.destroy();
      return;
    case 'hold':
      await fault.gate.opened;
      return deliver(response, answer, fault.then);
    case 'answer':
      return send(response, () => new Response(toBody(fault), fault), undefined);
    default:
      return send(response, answer, fault);
  }
}

function toBody({ status, body }: Fault & { kind: 'answer' }) {
  if (status === 204 || status === 304) return null;
  return typeof body === 'string' ? body : new Uint8Array(body);
}

async function send(
  response: ServerResponse,
  answer: Answer,
  fault: Exclude<Fault, { kind: 'answer' | 'hang' | 'drop' | 'hold' }> | undefined,
): Promise<void> {
  const { status, headers, body } = await read(answer);
  for (const [name, value] of Object.entries(openHeaders)) headers[name] ??= value;
  const begin = (length?: number) => {
    if (length === undefined) delete headers['content-length'];
    // An answer to HEAD says a length that its body does not have.
    else if (body.length > 0) headers['content-length'] = `${length}`;
    response.writeHead(status, headers);
    response.flushHeaders();
  };

  switch (fault?.kind) {
    case 'stall':
      begin(body.length);
      response.write(take(body, fault.share));
      return;
    case 'cut':
      begin();
      response.write(take(body, fault.share), () => response.destroy());
      return;
    case 'half':
      begin(take(body, fault.share).length);
      response.end(take(body, fault.share));
      return;
    case 'without-cors':
      for (const name of closedHeaders) delete headers[name];
  }
  begin(body.length);
  response.end(body);
}

const take = (body: Buffer, share: number) => body.subarray(0, Math.floor(body.length * share));

async function read(answer: Answer) {
  const response = await answer();
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}
