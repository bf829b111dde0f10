import { SITE, WORKER_ADDRESS } from '#contract/addresses.ts';

type Policy = {
  createHTML: (text: string) => string;
  createScriptURL: (address: string) => string;
};
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };

const rules: Policy = {
  createHTML: (text) => text,
  createScriptURL: (address) => {
    const isOurs = address === WORKER_ADDRESS || address.startsWith(`${SITE}assets/`);
    if (!isOurs) throw new TypeError(`${address} is no script of ours`);
    return address;
  },
};

/** Browsers without Trusted Types take plain strings. */
const createPolicy = () => {
  try {
    const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
    return trustedTypes?.createPolicy('certdeck', rules) ?? rules;
  } catch {
    return rules;
  }
};

/**
 * The one policy that the content policy allows. Its HTML is only parsed for validation and never
 * shown; its scripts are the workers.
 */
export const trusted = createPolicy();
