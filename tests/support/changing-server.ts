import type { CompiledBank } from '#bank/compiled-bank.ts';
import { createApp } from '#server/app.ts';
import { withoutBundles } from './bundles.ts';
import { type Handler, startFaultyServer } from './faulty-server.ts';
import { builtSite } from './offline-page.ts';
import { createSwappableSite } from './swappable-site.ts';
import { dataOf } from './test-bank.ts';

/** The built site with a bank that its editors go on working at. */
export async function startChangingServer(
  bank: CompiledBank,
  { bundles = false }: { bundles?: boolean } = {},
) {
  const site = createSwappableSite();
  await site.use(builtSite);
  const open = (published: CompiledBank) => createApp({ data: dataOf(published), site });
  let app = open(bank);
  const answer: Handler = (request) => app.fetch(request);
  const handler = bundles ? answer : withoutBundles(answer);
  const server = await startFaultyServer({ handler });
  return {
    ...server,
    site,
    /** Answers from another bank from now on. */
    publish: (next: CompiledBank) => {
      app = open(next);
    },
  };
}
