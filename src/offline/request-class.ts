import { CONFIG_ADDRESS } from '#contract/config.ts';

/** What a request is for decides its policy. Undefined is none of our business. */
export type RequestClass = 'config' | 'providers' | 'exams' | 'questions' | 'question' | 'image';

const CALL = /\/api\/(providers|exams|questions|question)$/;
const IMAGE = /\/images\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/;

/** `origin` is the site's own; API answers and images may come from another one. */
export const classifyRequest = (address: string, origin: string): RequestClass | undefined => {
  const url = new URL(address, origin);
  if (url.origin === origin && url.pathname === CONFIG_ADDRESS) return 'config';
  const call = CALL.exec(url.pathname)?.[1];
  if (call) return call as RequestClass;
  return IMAGE.test(url.pathname) ? 'image' : undefined;
};
