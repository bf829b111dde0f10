import { expect, it } from 'vitest';
import { findUnverified } from '#support/lock-file.ts';

const integrity = 'sha512-x';

it('finds locked packages without a hash', () => {
  const packages = {
    '': {},
    'node_modules/whole': { integrity },
    'node_modules/linked': { link: true },
    'node_modules/@tool/cli-darwin-arm64': {},
    'node_modules/whole/node_modules/inner': {},
  };
  expect(findUnverified({ packages })).toEqual([
    'node_modules/@tool/cli-darwin-arm64',
    'node_modules/whole/node_modules/inner',
  ]);
});

it("finds other platforms' packages that are not locked at all", () => {
  const optionalDependencies = { '@tool/linux': '1.0.0', '@tool/darwin': '1.0.0' };
  const packages = {
    'node_modules/tool': { integrity, optionalDependencies },
    'node_modules/@tool/linux': { integrity },
  };
  expect(findUnverified({ packages })).toEqual(['@tool/darwin']);
});
