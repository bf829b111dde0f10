import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const { resolve } = createRequire(import.meta.url);
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** Only the rules about colors can find more in the second theme than in the first. */
const rulesByTheme = { dark: undefined, light: ['color-contrast', 'link-in-text-block'] };

/** In the page: switches the theme, waits for every transition to end, and runs axe. */
const findViolations = async ([theme, rules]: [string, string[] | undefined]) => {
  document.documentElement.dataset.theme = theme;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
    resultTypes: ['violations'],
    preload: false,
    ...(rules ? { runOnly: rules } : {}),
  });
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`),
  }));
};

/** Runs axe on the page as it is: all rules in the dark theme, those about colors in the light one. */
export const expectNoViolations = async (page: Page, state: string) => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  for (const [theme, rules] of Object.entries(rulesByTheme)) {
    const found = await page.evaluate(findViolations, [theme, rules] as [string, string[]]);
    expect.soft(found, `${state}, ${theme}`).toEqual([]);
  }
};
