import { describe, expect, it, vi } from 'vitest';
import { webManifest } from '#app/web-manifest.ts';
import { stubPage } from '#support/stubbed-page.ts';
import { isShare, takeShare } from '#worker/shared-files.ts';

const target = webManifest('/').share_target;

describe('the manifest', () => {
  it('has files shared as the worker takes them', async () => {
    stubPage();
    vi.spyOn(Response, 'redirect').mockReturnValue(new Response());
    const body = new FormData();
    const [files] = [target?.params.files].flat();
    body.append(`${files?.name}`, new File(['a'], 'a.csv'));
    body.append(`${target?.params.text}`, 'text');
    const { method = 'GET', action = '', enctype } = target ?? {};
    expect(enctype).toBe('multipart/form-data');
    const request = new Request(`https://certdeck.example${action}`, { method, body });
    expect(isShare(request)).toBe(true);
    await takeShare(request);
    const cache = await caches.open('certdeck/shared');
    expect(await cache.keys()).toHaveLength(2);
  });

  it('opens files of every kind that can be shared, at home', () => {
    const { file_handlers, start_url, scope, id } = webManifest('/base/');
    expect(file_handlers?.[0]?.action).toBe('/base/');
    const accepted = Object.entries(file_handlers?.[0]?.accept ?? {}).flat(2);
    expect(accepted).toEqual(expect.arrayContaining(['.csv', '.json', '.md', '.gift']));
    expect([target?.params.files].flat(2)[0]?.accept).toEqual(accepted);
    expect([start_url, scope, id]).toEqual(['/base/', '/base/', '/base/']);
  });
});
