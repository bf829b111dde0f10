/** Times in milliseconds. */
export type Patience = {
  /** How long the network alone may take before a copy is good enough. */
  copyAfter: number;
  /** When the network is given up. */
  giveUpAfter: number;
};

export type NetworkFirst = {
  /** Asks the network; reads nothing of the body. */
  ask: (signal: AbortSignal) => Promise<Response>;
  /** Reads the body. May throw with the network. */
  isValid: (answer: Response) => Promise<boolean>;
  findCopy: () => Promise<Response | undefined>;
  keepCopy: (answer: Response) => Promise<void>;
};

type Outcome = { answer: Response; isValid: boolean } | { answer: undefined; isValid: false };

const askWhole = async (
  { ask, isValid, keepCopy }: NetworkFirst,
  limit: number,
): Promise<Outcome> => {
  try {
    const answer = await ask(AbortSignal.timeout(limit));
    const valid = await isValid(answer.clone());
    if (valid) await keepCopy(answer.clone()).catch(() => undefined);
    return { answer, isValid: valid };
  } catch {
    return { answer: undefined, isValid: false };
  }
};

const wait = (time: number) => new Promise<undefined>((resolve) => setTimeout(resolve, time));

/**
 * The network's answer if it is valid and comes in time, otherwise the last valid copy, otherwise
 * whatever the network says. A late valid answer still becomes the copy. `whole` settles when the
 * network is done, for a worker to stay alive until then.
 */
export const answerNetworkFirst = (means: NetworkFirst, patience: Patience) => {
  const whole = askWhole(means, patience.giveUpAfter);
  const choose = async () => {
    const inTime = await Promise.race([whole, wait(patience.copyAfter)]);
    if (inTime?.isValid) return inTime.answer;
    const copy = await means.findCopy().catch(() => undefined);
    return copy ?? (await whole).answer ?? Response.error();
  };
  return { answer: choose(), whole };
};
