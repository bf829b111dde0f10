import * as v from 'valibot';
import { PAIRING_KEY } from '#contract/config.ts';
import { number } from '#contract/wire.ts';
import { changeValues, readValues } from '#storage/device-store.ts';
import { readSecret } from './secret.ts';

const schema = v.object({
  version: v.custom<1>((value) => value === 1),
  secret: v.custom<string>((value) => typeof value === 'string' && readSecret(value) === value),
  /** This device among those that are paired. */
  device: v.string(),
  devices: v.array(v.string()),
  /** Nothing is on the server yet: this device makes it. */
  isFirst: v.optional(v.boolean()),
  /** What the server had when this device was last in step with it. */
  tag: v.optional(v.string()),
  /** The hash of what this device held then, and when that was. */
  held: v.optional(v.string()),
  at: v.optional(number),
});

/** What a device remembers of its pairing. */
export type Pairing = v.InferOutput<typeof schema>;

/** Undefined without a pairing, or where the storage can't be read. */
export const readPairing = async (): Promise<Pairing | undefined> => {
  const [stored] = await readValues([PAIRING_KEY]).catch(() => []);
  const parsed = v.safeParse(schema, stored);
  return parsed.success ? parsed.output : undefined;
};

/** Resolves to whether it is stored. */
export const writePairing = (pairing: Pairing | undefined): Promise<boolean> =>
  changeValues([], () => [[PAIRING_KEY, pairing]]).then(
    () => true,
    () => false,
  );

const isOf = ({ secret }: Pairing, stored: unknown) =>
  v.is(schema, stored) && stored.secret === secret;

export const isStillPaired = async (pairing: Pairing) => isOf(pairing, await readPairing());

/** Writes what a sync has learned, unless the device has stopped or was paired anew meanwhile. */
export const updatePairing = async (pairing: Pairing, next: Pairing | undefined): Promise<void> => {
  await changeValues([PAIRING_KEY], ([stored]) =>
    isOf(pairing, stored) ? [[PAIRING_KEY, next]] : [],
  ).catch(() => undefined);
};
