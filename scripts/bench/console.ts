// `npm run bench:console [-- rounds]`: times of the console in a real browser, with the built server on SQLite, beside
// their limits: the list of projects after a navigation, changes of the page when its data is cached, and the longest
// task while somebody scrolls and filters 10,000 secrets.
import { loadavg } from 'node:os';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../test/support/clients/browser.ts';
import { figureRows, limits, type Measurement } from './console/figures.ts';
import { longestTask, prepare, timeOfClick, timeOfNavigation } from './console/page.ts';
import { manySecrets, seedConsole, signIn, type ConsoleSeed } from './console/seed.ts';
import { closeDeployments, deployments } from './deployments.ts';
import { describeMachine } from './machine.ts';
import { currentRuntime } from './runtime.ts';
import type { Server } from './server.ts';
import { aligned } from './table.ts';

const rounds = Number(process.argv[2] ?? 20);
const viewport = { width: 1440, height: 900 };

/** What is drawn when a page is complete. */
const complete = {
  projects: '[aria-label="Projects"] a',
  overview: 'main [role="row"] [role="cell"], main tbody td',
  environment: '[aria-label^="Details and history of"]',
  settings: 'ul[aria-label="Environments"] li',
  account: 'ul[aria-label="Sessions"] li',
} as const;

const times = new Map<string, { limit: number; times: number[] }>();
const add = (name: string, limit: number, time: number): void => {
  if (!times.has(name)) times.set(name, { limit, times: [] });
  times.get(name)!.times.push(time);
};

const newContext = async (browser: Browser, server: Server): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport });
  await signIn(context, server);
  return context;
};

const newPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await prepare(page);
  return page;
};

/** With an empty cache, and then in a second tab. */
const measureFirstPage = async (browser: Browser, server: Server): Promise<void> => {
  const context = await newContext(browser, server);
  for (const cache of ['empty cache', 'cached files'])
    add(
      `list of projects, ${cache}`,
      limits.firstPage,
      await timeOfNavigation(await newPage(context), `${server.url}/`, complete.projects),
    );
  await context.close();
};

/** Goes through the pages twice in each round; data and programs are loaded by the first time. */
const measureChanges = async (page: Page, { slug }: ConsoleSeed, isCached: boolean): Promise<void> => {
  const change = async (name: keyof typeof complete, link: string): Promise<void> => {
    const time = await timeOfClick(page, link, complete[name]);
    if (isCached) add(`change to ${name}`, limits.cachedPage, time);
  };
  await change('overview', `[aria-label="Projects"] a[href="/p/${slug}"]`);
  await change('environment', `main a[href="/p/${slug}/dev"]`);
  await change('settings', `nav a[href="/p/${slug}/settings"]`);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).waitFor();
  await change('account', '[role="menuitem"][href="/account"]');
  await change('projects', 'header a[href="/"]');
};

const scroll = async (page: Page): Promise<void> => {
  await page.mouse.move(720, 600);
  for (let step = 0; step < 50; step += 1) {
    await page.mouse.wheel(0, 600);
    await page.evaluate('drawn()');
  }
  for (const share of [0.25, 0.5, 0.75, 1, 0]) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
    await page.evaluate('drawn()');
  }
};

const filter = async (page: Page): Promise<void> => {
  await page.getByLabel('Search names').focus();
  for (const key of ['S', 'E', 'C', '_', '9', '9', ...Array.from({ length: 6 }, () => 'Backspace')]) {
    await page.keyboard.press(key);
    await page.evaluate('drawn()');
  }
};

const run = async (browser: Browser, server: Server): Promise<void> => {
  const seed = await seedConsole(server);
  await server.ready();
  await measureFirstPage(browser, server);
  times.clear();
  for (let round = 0; round < rounds; round += 1) await measureFirstPage(browser, server);

  const context = await newContext(browser, server);
  const page = await newPage(context);
  await timeOfNavigation(page, `${server.url}/`, complete.projects);
  for (let round = 0; round <= rounds; round += 1) await measureChanges(page, seed, round > 0);

  await timeOfNavigation(page, `${server.url}/p/${seed.largeSlug}/dev`, complete.environment);
  for (let round = 0; round < rounds; round += 1) {
    add(`longest task, scrolling ${manySecrets} secrets`, limits.task, await longestTask(page, () => scroll(page)));
    add(`longest task, filtering ${manySecrets} secrets`, limits.task, await longestTask(page, () => filter(page)));
  }
};

const {
  nodes: [server],
} = await deployments.SQLite();
const browser = await openBrowser();
try {
  const { processor, cores, memoryGiB, system, node } = describeMachine(currentRuntime.version);
  const before = loadavg()[0]!.toFixed(1);
  await run(browser, server);
  const measurements: Measurement[] = [...times].map(([name, figures]) => ({ name, ...figures }));
  console.log(
    `${new Date().toISOString().slice(0, 10)}: ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, Chromium ${browser.version()}; ${rounds} rounds, load average ${before} before and ${loadavg()[0]!.toFixed(1)} after.\n`,
  );
  console.log(aligned(figureRows(measurements)));
} finally {
  await browser.close();
  await server.stop();
  await closeDeployments();
}
