import type { components } from '../../../../generated/api.d.ts';
import { dataOf } from '../../api/errors.ts';
import { bearer, publicApi, selectOrganization } from '../../api/session.ts';
import { showNextSteps } from '../../next-steps/store.ts';
import { newProjectDefaults } from '../projects/defaults.ts';

export interface Setup {
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
  return { input, result: dataOf(await publicApi.POST('/api/v1/admin/bootstrap', { body })) };
};

const signIn = async ({ input: { email, password }, result }: Created) => {
  const { accessToken } = dataOf(await publicApi.POST('/api/v3/auth/login', { body: { email, password } }));
  const { token } = dataOf(
    await publicApi.POST('/api/v3/auth/select-organization', {
      body: { organizationId: result.organization.id },
      headers: bearer(accessToken),
    }),
  );
  return { accessToken, headers: bearer(token) };
};

const findOrCreateProject = async (name: string, headers: Record<string, string>) => {
  const { projects } = dataOf(await publicApi.GET('/api/v1/projects', { headers }));
  if (projects[0]) return projects[0];
  const body = { ...newProjectDefaults, projectName: name };
  return dataOf(await publicApi.POST('/api/v1/projects', { body, headers })).project;
};

/** Creates the administrator, the organization and the first project, and signs in. */
export const setUp = async (input: Setup): Promise<void> => {
  created ??= await createServer(input);
  const { organization, identity } = created.result;
  const { accessToken, headers } = await signIn(created);
  const { id, slug } = await findOrCreateProject(created.input.project.trim(), headers);
  const added = await publicApi.POST('/api/v1/projects/{projectId}/memberships/identities/{identityId}', {
    params: { path: { projectId: id, identityId: identity.id } },
    body: { role: 'admin' },
    headers,
  });
  // 400: it was added by an attempt whose response was lost.
  if (added.response.status !== 400) dataOf(added);
  showNextSteps({ slug, token: identity.credentials.token });
  await selectOrganization(organization.id, accessToken);
};
