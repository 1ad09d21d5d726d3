import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { findOperation, operationOf } from '../expect/contract.ts';
import type { TestUser } from '../world/members.ts';
import { onDatabase, type World } from '../world/world.ts';
import { useBrowser, visit, type Visit } from './browser.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** Who is signed in in this browser, in the organization in which the user was created. */
  readonly as?: TestUser;
}

export interface Console {
  readonly world: () => World;
  /** Opens an address of the console in a browser of its own. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
  /** Expects a problem that the test causes: a status and an address, or a message in the console of the browser. */
  readonly allow: (problem: RegExp) => void;
}

const organizationOf = ({ token }: TestUser): string => (jwt.decode(token) as jwt.JwtPayload).organizationId as string;

/** Signs in as the login page does; the browser then has the refresh cookie. */
export const signIn = async (context: BrowserContext, url: string, user: TestUser): Promise<void> => {
  const { email, password } = user;
  const login = await context.request.post(`${url}/api/v3/auth/login`, { data: { email, password } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const selected = await context.request.post(`${url}/api/v3/auth/select-organization`, {
    data: { organizationId: organizationOf(user) },
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  expect(selected.status()).to.equal(200);
};

/** Fills in the login form, and sends it. */
export const submitLogin = async (page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>) => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Waits until an input field has the value. */
export const waitForValue = (field: Locator, value: string): Promise<void> =>
  field.and(field.page().locator(`[value=${JSON.stringify(value)}]`)).waitFor();

/** What the browser reports although nothing is wrong. */
const harmless = [
  // Whoever is not signed in learns so by this request.
  /^401: .*\/api\/v1\/auth\/token$/,
  // The response says more.
  /^console: Failed to load resource/,
  // A page that is left stops its requests.
  /^failed: .* net::ERR_ABORTED$/,
];

/** Why the contract does not allow a request of the console. */
const undocumented = (method: string, url: string): string | undefined => {
  const { pathname } = new URL(url);
  if (!pathname.startsWith('/api/')) return undefined;
  const id = findOperation(method, pathname);
  if (!id) return `${method} ${pathname} is not in the contract`;
  return operationOf(id).deprecated ? `${id} is deprecated` : undefined;
};

/**
 * A browser for tests of the console. A test fails if the browser reports an error, asks another server, or calls an
 * operation that the contract does not have or that is deprecated.
 */
export const useConsole = (world: () => World): Console => {
  const browser = useBrowser();
  let visits: Visit[] = [];
  let allowed: RegExp[] = [];

  const open = async (path: string, { as, ...options }: OpenOptions = {}): Promise<Page> => {
    const { url } = world().server;
    const opened = await visit(browser(), url, options);
    const { page, complaints } = opened;
    visits.push(opened);
    page.on('request', (request) => {
      const problem = undocumented(request.method(), request.url());
      if (problem) complaints.push(problem);
      // What is loading then is refused.
      if (request.url().endsWith('/auth/logout')) allowed.push(/^401: /);
    });
    if (as) await signIn(page.context(), url, as);
    await page.goto(`${url}${path}`);
    return page;
  };

  afterEach(async () => {
    const problems = visits.flatMap(({ complaints }) => complaints);
    const found = problems.filter((said) => ![...harmless, ...allowed].some((pattern) => pattern.test(said)));
    for (const { leave } of visits) await leave();
    [visits, allowed] = [[], []];
    expect(found).to.deep.equal([]);
  });

  return { world, open, allow: (problem) => void allowed.push(problem) };
};

/** Tests of the console on the server that all suites share. */
export const onConsole = (title: string, tests: (tools: Console) => void): void => {
  onDatabase('sqlite', `console: ${title}`, (world) => tests(useConsole(world)));
};
