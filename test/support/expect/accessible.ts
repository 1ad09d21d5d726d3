import axe, { type AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

export const widths = [1440, 390] as const;
export const schemes = ['light', 'dark'] as const;

const violations = async (page: Page): Promise<string[]> => {
  // Evaluated by the debugger, which the policy of the page does not restrict.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const run = `axe.run(document, { runOnly: ${JSON.stringify(wcag)}, resultTypes: ['violations'] })`;
  const results = await page.evaluate<AxeResults>(run);
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 300)} ${failureSummary}`),
  );
};

/**
 * Waits until transitions have ended, because colours in between have other contrasts. They begin when the page has
 * been drawn with the other colour scheme.
 */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  })()`);

/**
 * Shows the page at both widths and in both colour schemes: it must fit, and must violate no rule of WCAG 2.2 A and AA.
 * `look` may be used for taking pictures.
 */
export const expectAccessible = async (
  page: Page,
  look: (width: number, scheme: string) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  const before = page.viewportSize()!;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      await look(width, colorScheme);
      const title = `${page.url()} at ${width} px, ${colorScheme}`;
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${title}: width`).to.be.at.most(width);
      expect(await violations(page), title).to.deep.equal([]);
    }
  }
  await page.setViewportSize(before);
};
