import { connect } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { questionAddress } from '#contract/addresses.ts';
import * as dataFiles from '#contract/data-files.ts';
import { startBuiltServer, startScript } from '#support/server-process.ts';
import { SITE } from './bench-server.ts';
import { findExam } from './exam-page.ts';
import { pick, printFigure, printHeading, repeat } from './figures.ts';

export const buildServer = () => build({ logLevel: 'warn', build: { ssr: 'src/server/main.ts' } });

const RUNS = 15;
const REQUESTS = 10_000;
const CONNECTIONS = 10;

/** The least that Node can do: one answer from memory, with what a client needs to take it. */
const bareServer = `
  const body = require('node:fs').readFileSync(process.argv[1]);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

/** Asks for the paths in turn over so many connections, and gives the answers a second. */
const countAnswers = async (address: string, paths: string[]) => {
  const { port, host } = new URL(address);
  let asked = 0;
  const exchange = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      let missing = 0;
      const ask = () => {
        if (asked === REQUESTS) return socket.end();
        const path = paths[asked % paths.length];
        asked += 1;
        missing = 0;
        return socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, br\r\n\r\n`,
        );
      };
      socket.on('data', (bytes) => {
        if (missing === 0) {
          const head = bytes.toString('latin1', 0, bytes.indexOf('\r\n\r\n') + 4);
          if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(head));
          missing = head.length + Number(/content-length: (\d+)/i.exec(head)?.[1]);
        }
        missing -= bytes.length;
        if (missing === 0) ask();
      });
      socket
        .on('connect', ask)
        .on('close', () => resolve())
        .on('error', reject);
    });
  // To wake a sleeping client takes a server as long as the rest of its answer.
  let isWaiting = true;
  const stayAwake = () => isWaiting && setImmediate(stayAwake);
  stayAwake();
  const began = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, exchange));
  isWaiting = false;
  return (REQUESTS / (performance.now() - began)) * 1000;
};

export const measureServer = async () => {
  printHeading('Questions that one core answers a second');
  await buildServer();
  const { providerId, examId, questionIds } = await findExam();
  const paths = questionIds.map((id) => questionAddress('', providerId, examId, id));
  const [first = ''] = questionIds;
  const file = join(SITE, 'data', dataFiles.question(providerId, examId, first));
  const bare = await startScript(bareServer, file);
  const ours = await startBuiltServer({ SITE_DIR: SITE });
  // Taking turns, so that whatever else the machine does affects both.
  const runs = await repeat(RUNS, async () => ({
    bare: await countAnswers(bare.address, paths),
    ours: await countAnswers(ours.address, paths),
  }));
  await bare.stop();
  await ours.stop();
  const ratios = runs.map((run) => run.ours / run.bare);
  printFigure('a bare node:http server', pick(runs, 'bare'));
  printFigure('the built server', pick(runs, 'ours'));
  printFigure('  … times the bare one', ratios, 'x', '≥ 0.5');
};
