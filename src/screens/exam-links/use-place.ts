import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { Api } from '#api/calls.ts';
import { routes } from '#contract/routes.ts';
import type { Provider } from '#contract/wire.ts';

/** What the API has in place of an address that it does not know. */
type Place = {
  providers: Provider[];
  /** The provider of the address, if there is one. */
  provider: Provider | undefined;
  /** Where the address leads if only its capitals are wrong. */
  address: string | undefined;
};

const named = <T>(items: T[], nameOf: (item: T) => string, name: string) =>
  items.find((item) => nameOf(item) === name) ??
  items.find((item) => nameOf(item).toLowerCase() === name.toLowerCase());

/** Looks for a provider, or an exam of it, that the API does not have under exactly this name. */
const findPlace = async (
  api: Api,
  providerId: string,
  examId: string | undefined,
  signal: AbortSignal,
): Promise<Place> => {
  const answer = await api.fetchProviders(signal);
  const providers = answer.ok ? answer.value : [];
  const provider = named(providers, ({ id }) => id, providerId);
  if (!provider) return { providers, provider, address: undefined };
  const { id } = provider;
  if (examId === undefined) {
    const address = id === providerId ? undefined : routes.examList.address(id);
    return { providers, provider, address };
  }
  const exams = await api.fetchExams(id, signal);
  const exam = exams.ok ? named(exams.value, ({ name }) => name, examId) : undefined;
  const isElsewhere = exam && (exam.name !== examId || id !== providerId);
  const address = isElsewhere ? routes.examRunner.address(id, exam.name) : undefined;
  return { providers, provider, address };
};

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
