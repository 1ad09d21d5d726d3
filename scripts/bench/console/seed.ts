import type { BrowserContext } from 'playwright-core';
import { addSecrets } from '../seed.ts';
import type { Server } from '../server.ts';

const user = { email: 'bench@example.com', password: 'for benchmarks only' };
const projects = 50;
export const manySecrets = 10_000;

export interface ConsoleSeed {
  /** A project with 100 secrets in dev, which is the first of the list. */
  readonly slug: string;
  /** A project with 30 secrets in dev. */
  readonly smallSlug: string;
  /** A project with 10,000 secrets in one folder of dev. */
  readonly largeSlug: string;
}

/** Creates 50 projects of the user. */
export const seedConsole = async (server: Server): Promise<ConsoleSeed> => {
  const { organization } = await server.call('POST', '/api/v1/admin/bootstrap', '', { ...user, organization: 'Bench' });
  const { accessToken } = await server.call('POST', '/api/v3/auth/login', '', user);
  const { token } = await server.call('POST', '/api/v3/auth/select-organization', accessToken, {
    organizationId: organization.id,
  });
  const create = async (index: number): Promise<{ id: string; slug: string }> => {
    const projectName = `Project ${String(index).padStart(2, '0')}`;
    return (await server.call('POST', '/api/v1/projects', token, { projectName })).project;
  };
  const [first, second, third] = [await create(0), await create(1), await create(2)];
  for (let index = 3; index < projects; index += 1) await create(index);
  const folderOf = ({ id }: { id: string }) => ({ projectId: id, environment: 'dev', secretPath: '/' });
  await addSecrets(server, token, folderOf(first), 100);
  await addSecrets(server, token, folderOf(second), manySecrets);
  await addSecrets(server, token, folderOf(third), 30);
  return { slug: first.slug, smallSlug: third.slug, largeSlug: second.slug };
};

/** Gives a browser the refresh cookie of a new session; the user has one organization, which the login page selects. */
export const signIn = async ({ request }: BrowserContext, { url }: Server): Promise<void> => {
  const login = await request.post(`${url}/api/v3/auth/login`, { data: user });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { Authorization: `Bearer ${accessToken}` };
  const list = await request.get(`${url}/api/v1/organization`, { headers });
  const { organizations } = (await list.json()) as { organizations: readonly [{ id: string }] };
  const data = { organizationId: organizations[0].id };
  const selected = await request.post(`${url}/api/v3/auth/select-organization`, { data, headers });
  if (!selected.ok()) throw new Error(`the browser could not be signed in: ${selected.status()}`);
};
