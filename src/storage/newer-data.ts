import { createObservable } from '#primitives/observable.ts';

/** How often this page has met data of a later version of the app. */
const met = createObservable(0);
export const { read: readNewerData, subscribe: subscribeToNewerData } = met;

export const reportNewerData = () => met.set(met.read() + 1);
