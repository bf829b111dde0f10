import type { BaseLocationHook } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';

/**
 * wouter runs `decodeURI` over every path, which loses names such as `50%2F`. Doubling each `%`
 * makes that decoding give the raw path back, so each parameter can be decoded once, by us.
 */
export const useRawLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation();
  return [path.replaceAll('%', '%25'), navigate];
};
