import axe, { type AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

const violations = async (page: Page): Promise<string[]> => {
  // Evaluated by the debugger, which the policy of the page does not restrict.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = { runOnly: wcag, resultTypes: ['violations'], preload: false };
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 300)} ${failureSummary}`),
  );
};

/**
 * Ends transitions, because colours in between have other contrasts. They begin when the page has been drawn with the
 * other colour scheme.
 */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().iterations !== Infinity);
    for (const each of ending) each.finish();
    await Promise.allSettled(ending.map((each) => each.finished));
  })()`);

const views = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Every width with every colour scheme. */
const everyView = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/**
 * Shows the page wide and light, then narrow and dark, or in `everyView`: it must fit, and must violate no rule of
 * WCAG 2.2 A and AA. A page that `isWhole` needs no scrolling, so that what sticks to an edge covers nothing.
 */
export const expectAccessible = async (page: Page, { inEveryView = false, isWhole = false } = {}): Promise<void> => {
  const before = page.viewportSize()!;
  for (const { width, colorScheme } of inEveryView ? everyView : views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    if (isWhole) await page.setViewportSize({ width, height: await page.evaluate('document.body.scrollHeight') });
    await settle(page);
    const title = `${page.url()} at ${width} px, ${colorScheme}`;
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${title}: width`).to.be.at.most(width);
    expect(await violations(page), title).to.deep.equal([]);
  }
  await page.setViewportSize(before);
};
