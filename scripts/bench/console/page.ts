import type { Page } from 'playwright-core';

/** Runs in the page from its start: waits for elements without the delays of the debugger, and collects long tasks. */
const tools = `
  globalThis.drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));
  globalThis.shown = (selector) => new Promise((done, fail) => {
    setTimeout(() => fail(new Error(selector + ' is not shown after 30 s')), 30_000);
    const look = () => document.querySelector(selector) && (observer.disconnect(), drawn().then(done), true);
    const observer = new MutationObserver(look);
    if (!look()) observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
`;

export const prepare = (page: Page): Promise<unknown> => page.addInitScript(tools);

/** The time from the start of the navigation until the element is drawn. */
export const drawnIn = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`shown(${JSON.stringify(selector)})`);

/** The same of a navigation that begins now. */
export const timeOfNavigation = async (page: Page, url: string, selector: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' });
  return await drawnIn(page, selector);
};

/** The time from a click on a link until an element of the next page is drawn. */
export const timeOfClick = (page: Page, link: string, selector: string): Promise<number> =>
  page.evaluate(`(async () => {
    const start = performance.now();
    document.querySelector(${JSON.stringify(link)}).click();
    return (await shown(${JSON.stringify(selector)})) - start;
  })()`);

/** The longest task of the page while something happens; 0 if none took 50 ms, which the browser does not report. */
export const longestTask = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  await page.evaluate('tasks.length = 0');
  await work();
  // Reports come after the frame that follows the task.
  await page.evaluate('drawn().then(drawn)');
  return await page.evaluate('Math.max(0, ...tasks)');
};
