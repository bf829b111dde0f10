import { connect } from 'node:net';

/** Sends bytes as they are and gives all that comes back until the server hangs up. */
export function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      answer += text;
    });
    // A server that resets the connection has hung up as well.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** One GET for a path that no decent client would send. */
export const getRaw = (port: number, path: string) =>
  sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
