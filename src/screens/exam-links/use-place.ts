import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { Api } from '#api/calls.ts';
import { routes } from '#contract/routes.ts';
import { useLoaded } from '../loading/use-loaded.ts';

const named = <T>(items: T[], nameOf: (item: T) => string, name: string) =>
  items.find((item) => nameOf(item) === name) ??
  items.find((item) => nameOf(item).toLowerCase() === name.toLowerCase());

/**
 * What the API has in place of an address that it does not know: its providers, the one of the address,
 * if there is one, and where the address leads if only its capitals are wrong.
 */
const findPlace = async (
  api: Api,
  providerId: string,
  examId: string | undefined,
  signal: AbortSignal,
) => {
  const answer = await api.fetchProviders(signal);
  const providers = answer.ok ? answer.value : [];
  const provider = named(providers, ({ id }) => id, providerId);
  if (!provider) return { providers, provider, address: undefined };
  const { id } = provider;
  if (examId === undefined) {
    return { providers, provider, address: id !== providerId && routes.examList.address(id) };
  }
  const exams = await api.fetchExams(id, signal);
  const exam = exams.ok ? named(exams.value, ({ name }) => name, examId) : undefined;
  const isElsewhere = exam && (exam.name !== examId || id !== providerId);
  const address = isElsewhere && routes.examRunner.address(id, exam.name);
  return { providers, provider, address };
};

/**
 * Once an address turns out to be unknown, what there is in its place; undefined until then. An
 * address that is right but for its capitals leads on by itself.
 */
export const usePlace = (isUnknown: boolean, providerId: string, examId?: string) => {
  const { api } = useApi();
  const [, navigate] = useLocation();
  const place = useLoaded(
    useCallback(
      async (signal) => (isUnknown ? findPlace(api, providerId, examId, signal) : undefined),
      [isUnknown, api, providerId, examId],
    ),
  );
  useEffect(() => {
    if (place?.address) navigate(place.address + location.search, { replace: true });
  }, [place, navigate]);
  return place?.address ? undefined : place;
};
