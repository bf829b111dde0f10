import * as v from 'valibot';
import { startBuiltServer } from '#support/built-server.ts';
import { findPort } from '#support/free-port.ts';
import { EXAM, questions } from '#support/small-bank.ts';

/** The questions in the order in which the exam asks them. */
const readOrder = async (address: string) => {
  const answer = await fetch(
    `${address}/api/questions?providerId=aws&examId=${encodeURIComponent(EXAM)}`,
  );
  const { questionIds } = v.parse(
    v.object({ questionIds: v.array(v.string()) }),
    await answer.json(),
  );
  return questionIds.flatMap((id) => questions[Number(id.slice(1)) - 1] ?? []);
};

/** Starts the built product in its own process; its address stays the same across deploys. */
export const startSite = async (bankFolder: string) => {
  const port = await findPort();
  const start = (site?: string) =>
    startBuiltServer({
      PORT: `${port}`,
      BANK_DIR: bankFolder,
      ...(site === undefined ? {} : { SITE_DIR: site }),
    });
  let server: Awaited<ReturnType<typeof start>> | undefined = await start();
  const { address } = server;
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  return {
    address,
    questions: await readOrder(address),
    /** Stops the server, so that its address no longer answers. */
    stop,
    /** Serves another build at the same address. */
    deploy: async (folder: string) => {
      await stop();
      server = await start(folder);
    },
  };
};
