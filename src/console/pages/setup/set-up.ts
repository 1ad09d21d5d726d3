import type { components } from '../../../../generated/api.d.ts';
import { dataOf } from '../../api/errors.ts';
import { bearer, publicApi, publicRequests, selectOrganization } from '../../api/session.ts';
import { showNextSteps } from '../../next-steps/store.ts';
import { newProjectDefaults } from '../projects/defaults.ts';

/** Those of a request as the new administrator. */
type Headers = Record<string, string>;

export interface Setup {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly organization: string;
  readonly project: string;
  readonly setupToken: string;
}

interface Created {
  readonly input: Setup;
  readonly result: components['schemas']['BootstrapResult'];
}

/** The server can be set up once: what was created is remembered, so that the steps after it can be repeated. */
let created: Created | undefined;

export const isStarted = (): boolean => created !== undefined;

const createServer = async (input: Setup): Promise<Created> => {
  const { email, password, organization, setupToken } = input;
  const body = { email, password, organization: organization.trim(), ...(setupToken && { setupToken }) };
  return { input, result: await publicApi.POST('/api/v1/admin/bootstrap', { body }) };
};

const signIn = async ({ input: { email, password }, result }: Created) => {
  const { accessToken } = await publicApi.POST('/api/v3/auth/login', { body: { email, password } });
  const { token } = await publicApi.POST('/api/v3/auth/select-organization', {
    body: { organizationId: result.organization.id },
    headers: bearer(accessToken),
  });
  return { accessToken, headers: bearer(token) };
};

const findOrCreateProject = async (name: string, headers: Headers) => {
  const { projects } = await publicApi.GET('/api/v1/projects', { headers });
  if (projects[0]) return projects[0];
  const body = { ...newProjectDefaults, projectName: name };
  return (await publicApi.POST('/api/v1/projects', { body, headers })).project;
};

/** The machine identity that reads the project; an attempt whose response was lost may have created it. */
const findOrCreateReader = async ({ id: projectId, slug }: { id: string; slug: string }, headers: Headers) => {
  const params = { path: { projectId } };
  const name = `${slug} reader`;
  const path = '/api/v1/projects/{projectId}/identities';
  const query = { offset: 0, limit: 20 };
  const { identities } = await publicApi.GET(path, { params: { ...params, query }, headers });
  const found = identities.find((identity) => identity.name === name);
  if (found) return found;
  const body = { name, role: 'viewer', hasDeleteProtection: false } as const;
  return (await publicApi.POST(path, { params, body, headers })).identity;
};

const day = 86_400;

/** As in the contract, whose types require these properties. */
const tokenDefaults = {
  accessTokenTrustedIps: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
  accessTokenTTL: 30 * day,
  accessTokenMaxTTL: 30 * day,
  accessTokenNumUsesLimit: 0,
  accessTokenPeriod: 0,
};

/** Creates a token of a machine identity that may see everything in the project, and change nothing. */
const createReaderToken = async (project: { id: string; slug: string }, headers: Headers): Promise<string> => {
  const { id: identityId } = await findOrCreateReader(project, headers);
  const params = { path: { identityId } };
  const path = '/api/v1/auth/token-auth/identities/{identityId}';
  const attached = await publicRequests.POST(path, { params, body: tokenDefaults, headers });
  // 400: it was attached by an attempt whose response was lost.
  if (attached.response.status !== 400) dataOf(attached);
  const body = { name: 'first program' };
  return (await publicApi.POST(`${path}/tokens`, { params, body, headers })).accessToken;
};

/** Creates the administrator, the organization, the first project and a machine identity that reads it, and signs in. */
export const setUp = async (input: Setup): Promise<void> => {
  created ??= await createServer(input);
  const { organization } = created.result;
  const { accessToken, headers } = await signIn(created);
  const { firstName, lastName, project: name } = created.input;
  await publicApi.PATCH('/api/v2/users/me/name', { body: { firstName, lastName }, headers });
  const project = await findOrCreateProject(name.trim(), headers);
  showNextSteps({ slug: project.slug, token: await createReaderToken(project, headers) });
  await selectOrganization(organization.id, accessToken);
};
