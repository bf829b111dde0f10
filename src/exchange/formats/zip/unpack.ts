import { openArchive } from '../../archive.ts';
import type { Unpack } from '../format.ts';

export const unpackZip: Unpack = openArchive;
