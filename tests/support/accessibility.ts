import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Resolves once every transition has ended. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Only the rules about colors can find more in the second theme than in the first. */
const rulesByTheme = { dark: undefined, light: ['color-contrast', 'link-in-text-block'] };

/** Runs axe on the page as it is: all rules in the dark theme, those about colors in the light one. */
export const expectNoViolations = async (page: Page, state: string) => {
  for (const [theme, rules] of Object.entries(rulesByTheme)) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await untilStill(page);
    // Without frames from elsewhere there is no need for the second page that axe would open.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`),
    }));
    expect.soft(found, `${state}, ${theme}`).toEqual([]);
  }
};
