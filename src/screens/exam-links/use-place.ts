import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import { findPlace, type Place } from './find-place.ts';

/**
 * Once an address turns out to be unknown, what there is in its place; undefined until then. An
 * address that is right but for its capitals leads on by itself.
 */
export const usePlace = (isUnknown: boolean, providerId: string, examId?: string) => {
  const { api } = useApi();
  const [, navigate] = useLocation();
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    if (!isUnknown) return;
    const controller = new AbortController();
    findPlace(api, providerId, examId, controller.signal).then((found) => {
      if (controller.signal.aborted) return;
      if (found.address) navigate(found.address + location.search, { replace: true });
      else setPlace(found);
    });
    return () => controller.abort();
  }, [isUnknown, api, providerId, examId, navigate]);
  return place;
};
