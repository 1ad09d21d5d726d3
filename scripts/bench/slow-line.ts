// `npm run bench:slow-line [-- requests]`: the page of an environment with 100 secrets on a slow line, with an empty
// cache and a session: when the frame and the first secret are shown, and what was requested until then. With
// `requests`, lists each of them.
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/support/clients/browser.ts';
import { drawnIn, prepare } from './console/page.ts';
import { seedConsole, signIn } from './console/seed.ts';
import { slowDown } from './console/slow-line.ts';
import { closeDeployments, deployments } from './deployments.ts';
import { quantile } from './console/figures.ts';
import type { Server } from './server.ts';
import { aligned } from './table.ts';

const [frame, secret] = ['header', '[aria-label^="Details and history of"]'];
const rounds = Number(process.argv[2] ?? 5);
const withRequests = process.argv.includes('requests');

interface Visit {
  readonly frame: number;
  readonly secret: number;
  readonly requests: readonly (readonly [number, number, number, string])[];
}

const visit = async (browser: Browser, server: Server, path: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, server);
  const page = await context.newPage();
  await prepare(page);
  const line = await slowDown(page);
  await page.goto(server.url + path, { waitUntil: 'commit' });
  const [frameAt, secretAt] = await Promise.all([drawnIn(page, frame), drawnIn(page, secret)]);
  const requests = line.requests();
  await context.close();
  return { frame: frameAt, secret: secretAt, requests };
};

const {
  nodes: [server],
} = await deployments.SQLite();
const browser = await openBrowser();
try {
  const { slug } = await seedConsole(server);
  await server.ready();
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, server, `/p/${slug}/dev`));
  const seconds = (times: readonly number[]): string => (quantile(times, 0.5) / 1000).toFixed(1);
  const { requests } = visits[0]!;
  const bytes = requests.reduce((sum, [, , size]) => sum + size, 0);
  console.log(
    `frame ${seconds(visits.map((each) => each.frame))} s, first secret ${seconds(visits.map((each) => each.secret))} s (medians of ${rounds}); ${requests.length} requests, ${(bytes / 1000).toFixed(0)} kB until then`,
  );
  if (withRequests)
    console.log(
      aligned([
        ['from s', 'to s', 'bytes', 'request'],
        ...requests.map(([from, to, size, what]) => [
          (from / 1000).toFixed(2),
          (to / 1000).toFixed(2),
          String(size),
          what,
        ]),
      ]),
    );
} finally {
  await browser.close();
  await server.stop();
  await closeDeployments();
}
