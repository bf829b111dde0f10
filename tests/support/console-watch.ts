import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

let lines: string[] = [];

/** What was logged as an error or a warning since it was last taken, one text a call. */
export const takeLogged = () => lines.splice(0);

/** A test of this file that leaves a logged error or warning untaken fails. */
export const watchConsole = () => {
  beforeEach(() => {
    lines = [];
    for (const level of ['error', 'warn'] as const) {
      vi.spyOn(console, level).mockImplementation((...parts) => {
        lines.push(format(...parts));
      });
    }
  });

  afterEach(() => {
    expect(lines, 'logged and not expected').toEqual([]);
  });
};
