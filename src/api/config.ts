import { CONFIG_ADDRESS, type Config } from '#contract/config.ts';
import type { Failure } from '#contract/failure.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { parseConfig } from './config-parser.ts';
import { isJson } from './json-answer.ts';

type FetchConfig = (address: string) => Promise<Response>;

/** Fetches and parses `config.json`. Any status but 200 is 'Failed to fetch config.json'. */
export const loadConfig = async (
  fetchConfig: FetchConfig,
  origin: string,
): Promise<Result<Config, Failure>> => {
  try {
    const response = await fetchConfig(CONFIG_ADDRESS);
    if (response.status !== 200) return failed('config-fetch-failed');
    // A captive portal answers with a page, whatever it may hold.
    const config = isJson(response) ? parseConfig(await response.json(), origin) : undefined;
    return config ? success(config) : failed('config-failed');
  } catch {
    return failed('config-failed');
  }
};
