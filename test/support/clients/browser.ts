import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type LaunchOptions, type Page } from 'playwright-core';
import { atEnd } from '../world/at-end.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache');
const home = join(cache, `chromium-${packageJson.devDependencies['@sparticuz/chromium']}`);

const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>
`;

/** Unpacks into a temporary folder and renames it, so that another process never finds an incomplete one. */
const unpack = (): void => {
  if (existsSync(home)) return;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The Chromium that comes with the tests is for Linux on x64. Set TEST_CHROMIUM to the path of one for this machine.',
    );
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'unpacking-'));
  try {
    execFileSync(process.execPath, [join(import.meta.dirname, 'unpack-chromium.mjs')], {
      env: { ...process.env, TMPDIR: folder },
    });
    writeFileSync(join(folder, 'fonts.conf'), fonts);
    renameSync(folder, home);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another process has unpacked it meanwhile.
    if (!existsSync(home)) throw error;
  }
};

const ownChromium = (): LaunchOptions => {
  unpack();
  const { PATH } = process.env;
  return {
    executablePath: join(home, 'chromium'),
    env: { PATH, HOME: home, LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  };
};

/**
 * Starts a real browser that resolves no host but this machine. Fails if there is no browser, so that the pages are
 * never silently untested.
 */
export const openBrowser = async (): Promise<Browser> => {
  const { TEST_CHROMIUM } = process.env;
  try {
    return await chromium.launch({
      ...(TEST_CHROMIUM ? { executablePath: TEST_CHROMIUM } : ownChromium()),
      args: ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
    });
  } catch (cause) {
    throw new Error(
      `Chromium does not start, so the pages cannot be tested (TEST_CHROMIUM names another one): ${String(cause)}`,
      { cause },
    );
  }
};

let opened: Promise<Browser> | undefined;

const sharedBrowser = (): Promise<Browser> => {
  if (opened) return opened;
  opened = openBrowser();
  atEnd.push(async () => (await opened)?.close());
  return opened;
};

/** Starts one browser for all suites of this process. */
export const useBrowser = (): (() => Browser) => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });
  return () => browser;
};

export interface Visit {
  readonly page: Page;
  /** The problems so far: errors and warnings of the page, failed requests, and requests to other servers. */
  readonly complaints: string[];
  /** Ends the visit; the next one finds nothing of it. */
  readonly leave: () => Promise<unknown>;
}

const isFrom = (server: string, url: string): boolean => /^(data|blob):/.test(url) || new URL(url).origin === server;

const watch = (page: Page, server: string): string[] => {
  const complaints: string[] = [];
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && complaints.push(`console: ${message.text()}`),
  );
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  // The browser resolves no other host anyway. Routes would find more, but turn its cache off.
  page.on(
    'request',
    (request) => !isFrom(server, request.url()) && complaints.push(`asks another server: ${request.url()}`),
  );
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on(
    'response',
    (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`),
  );
  return complaints;
};

const viewport = { width: 1440, height: 900 };

/** The tab of an earlier visit, whose cache and compiled code make the next one cost half as much. */
let used: Page | undefined;

const newPage = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce', ...options })).newPage();
  page.setDefaultTimeout(120_000);
  return page;
};

/** Removes all that a visit can leave behind. */
const clean = async (page: Page, server: string): Promise<void> => {
  const context = page.context();
  const others = context.pages().filter((each) => each !== page);
  await Promise.all(others.map((each) => each.close()));
  page.removeAllListeners();
  await page.unrouteAll();
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(viewport);
  // A page without a program, from the same server, so that the tab stays in its process.
  await page.goto(`${server}/healthz`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
};

/** A clock that a test has set stays set for the whole context. */
const isReusable = async (page: Page): Promise<boolean> =>
  used === undefined && !page.isClosed() && !(await page.evaluate('"__pwClock" in globalThis'));

/** Opens a page in a browser that has nothing stored. */
export const visit = async (browser: Browser, server: string, options?: BrowserContextOptions): Promise<Visit> => {
  const isUsual = options === undefined || Object.keys(options).length === 0;
  const earlier = isUsual ? used : undefined;
  if (earlier) used = undefined;
  const page = earlier ?? (await newPage(browser, options ?? {}));
  const leave = async (): Promise<void> => {
    if (!isUsual || !(await isReusable(page))) return page.context().close();
    await clean(page, server);
    used = page;
  };
  return { page, complaints: watch(page, server), leave };
};
