// `npm run bench:slow-line [-- rounds] [requests]`: the page of an environment on a slow line, with an empty cache and a
// session: when the frame and the first secret are shown, and what was requested until then. With `requests`, lists each
// of them.
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/support/clients/browser.ts';
import { quantile } from './console/figures.ts';
import { drawnIn, prepare } from './console/page.ts';
import { seedConsole, signIn } from './console/seed.ts';
import { slowDown, type LineRequest } from './console/slow-line.ts';
import { closeDeployments, deployments } from './deployments.ts';
import type { Server } from './server.ts';
import { aligned } from './table.ts';

const rounds = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? 5);
const withRequests = process.argv.includes('requests');

interface Visit {
  /** Milliseconds from the start of the navigation. */
  readonly frame: number;
  readonly secret: number;
  readonly requests: readonly LineRequest[];
}

const visit = async (browser: Browser, server: Server, path: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, server);
  const page = await context.newPage();
  await prepare(page);
  const line = await slowDown(page);
  await page.goto(server.url + path, { waitUntil: 'commit' });
  const [frame, secret] = await Promise.all([
    drawnIn(page, 'header'),
    drawnIn(page, '[aria-label^="Details and history of"]'),
  ]);
  const requests = line.requests();
  await context.close();
  return { frame, secret, requests };
};

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
const median = (times: readonly number[]): string => seconds(quantile(times, 0.5));

const show = (name: string, visits: readonly Visit[]): void => {
  const { requests } = visits[0]!;
  const kilobytes = requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const [frame, secret] = [visits.map((each) => each.frame), visits.map((each) => each.secret)].map(median);
  console.log(
    `${name}: frame ${frame} s, first secret ${secret} s; ${requests.length} requests with ${kilobytes.toFixed(0)} kB until then`,
  );
  if (!withRequests) return;
  const rows = requests.map(({ from, to, bytes, what }) => [seconds(from), seconds(to), String(bytes), what]);
  console.log(aligned([['from s', 'to s', 'bytes', 'request'], ...rows]));
};

const {
  nodes: [server],
} = await deployments.SQLite();
const browser = await openBrowser();
try {
  const { smallSlug, slug } = await seedConsole(server);
  await server.ready();
  for (const [name, project] of [
    ['30 secrets', smallSlug],
    ['100 secrets', slug],
  ] as const) {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, server, `/p/${project}/dev`));
    show(name, visits);
  }
} finally {
  await browser.close();
  await server.stop();
  await closeDeployments();
}
