import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<
  NonNullable<VitePWAOptions['injectManifest']>['manifestTransforms']
>[number];

/** Adds the hash of every precached file: a captive portal's page must not pass for one of them. */
export const addIntegrity =
  (site: string, base: string): ManifestTransform =>
  async (entries) => ({
    manifest: await Promise.all(
      entries.map(async (entry) => {
        const content = await readFile(join(site, entry.url));
        const hash = createHash('sha384').update(content).digest('base64');
        return { ...entry, url: base + entry.url, integrity: `sha384-${hash}` };
      }),
    ),
  });
