import { failed, type Result, success } from '#contract/result.ts';
import { listFolder } from '../read/folder-listing.ts';
import { listProviderFolders } from '../read/read-bank.ts';

const listPlaces = (bank: string): string[] =>
  listProviderFolders(bank).flatMap((provider) => {
    const listing = listFolder(`${bank}/${provider}`);
    return listing.ok ? listing.value.folders.map((exam) => `${provider}/${exam}`) : [];
  });

/** Takes `provider/exam`, by folder names; `provider` alone too when `alsoProviders`. */
export const findPlace = (
  bank: string,
  word: string,
  alsoProviders: boolean,
): Result<string, string> => {
  const places = listPlaces(bank);
  const place = word.replace(/\/$/, '');
  if (places.includes(place)) return success(place);
  if (alsoProviders && listProviderFolders(bank).includes(place)) return success(place);
  return failed(
    `There is no exam "${word}" in ${bank}; there are: ${places.join(', ') || 'none'}.`,
  );
};
