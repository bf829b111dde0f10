import { failed, type Result, success } from '#contract/result.ts';

/**
 * Reads the named query parameters of an address. Each must be there and not empty; one that is
 * repeated must say the same every time. The failure says in words which one is wrong.
 */
export function readParameters<Name extends string>(
  address: string,
  names: readonly Name[],
): Result<Record<Name, string>, string> {
  const { searchParams } = new URL(address);
  const values = {} as Record<Name, string>;
  for (const name of names) {
    const [value, ...others] = new Set(searchParams.getAll(name));
    if (others.length > 0) return failed(`The parameter '${name}' is given more than once.`);
    if (!value) return failed(`The parameter '${name}' is missing.`);
    values[name] = value;
  }
  return success(values);
}
