import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import { SITE } from '#contract/addresses.ts';
import { routes } from '#contract/routes.ts';

/** The exact address of this screen, but with another provider. */
const addressWith = (providerId: string) => {
  const { pathname, search, hash } = location;
  const [, rest = ''] = /^exams\/[^/]+(.*)$/i.exec(pathname.slice(SITE.length)) ?? [];
  return routes.examList.address(providerId) + rest + search + hash;
};

/**
 * Checks whether the provider has a new id, and if so opens the same screen there. `trouble` is the
 * reason to check; each new one triggers a check, undefined none.
 */
export const useFormerId = (providerId: string, trouble: string | undefined) => {
  const { api, config } = useApi();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (trouble === undefined) return;
    let isWanted = true;
    const look = async () => {
      const { findIdOfToday } = await import('#offline/page/former-ids.ts');
      const id = await findIdOfToday(api, config.apiUrl, providerId);
      if (isWanted && id !== undefined) navigate(addressWith(id), { replace: true });
    };
    look().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [api, config.apiUrl, providerId, trouble, navigate]);
};
