import type { Server } from './server.ts';

export interface Caller {
  readonly id: string;
  readonly token: string;
  readonly login: { readonly clientId: string; readonly clientSecret: string };
}

export interface SeededProject {
  readonly id: string;
  readonly slug: string;
  /** Of the environment `staging`, which only one scenario changes. */
  readonly stagingId: string;
}

export const secretName = (index: number | string): string => `SECRET_${index}`;

/** Sets up the empty server; returns the token of its administrator. */
export const bootstrap = async (server: Server): Promise<string> => {
  const setup = await server.call('POST', '/api/v1/admin/bootstrap', '', {
    email: 'bench@example.com',
    password: 'for benchmarks only',
    organization: 'Bench',
  });
  return setup.identity.credentials.token;
};

/** Creates a machine identity and logs it in. */
export const newCaller = async (server: Server, admin: string, name: string): Promise<Caller> => {
  const {
    identity: { id },
  } = await server.call('POST', '/api/v1/identities', admin, { name, role: 'member' });
  const {
    identityUniversalAuth: { clientId },
  } = await server.call('POST', `/api/v1/auth/universal-auth/identities/${id}`, admin, {});
  const { clientSecret } = await server.call(
    'POST',
    `/api/v1/auth/universal-auth/identities/${id}/client-secrets`,
    admin,
    {},
  );
  const login = { clientId, clientSecret };
  const { accessToken } = await server.call('POST', '/api/v1/auth/universal-auth/login', '', login);
  return { id, token: accessToken, login };
};

/** Ten rules that do not match any request, but must be checked. */
const unmatchedRules = (index: number): object[] =>
  Array.from({ length: 10 }, (_, position) => ({
    subject: 'secrets',
    action: ['readValue', 'edit'],
    conditions: { environment: `environment-${position}`, secretPath: { $glob: `/service-${index}/**` } },
  }));

/** The rules that the scenarios need. */
const neededRules: readonly object[] = [
  {
    subject: 'secrets',
    action: ['describeSecret', 'readValue', 'create', 'edit'],
    conditions: { environment: { $in: ['dev', 'prod'] }, secretPath: { $glob: '/**' } },
  },
  { subject: 'environments', action: ['read', 'edit'] },
  { subject: 'identity', action: ['read', 'edit', 'assign-additional-privileges'] },
  { subject: 'secret-event-subscriptions', action: ['subscribe-to-update-events'] },
];

/** Adds a member to the project with 5 roles and 20 privileges of ten rules each, every second one temporary. */
export const addMemberWithManyRules = async (
  server: Server,
  admin: string,
  projectId: string,
  { id }: Caller,
): Promise<void> => {
  const slugs = Array.from({ length: 5 }, (_, index) => `role-${index}`);
  for (const [index, slug] of slugs.entries()) {
    const permissions = index === 4 ? [...unmatchedRules(index), ...neededRules] : unmatchedRules(index);
    await server.call('POST', `/api/v1/projects/${projectId}/roles`, admin, { slug, name: slug, permissions });
  }
  await server.call('POST', `/api/v1/projects/${projectId}/memberships/identities/${id}`, admin, {
    roles: slugs.map((role) => ({ role })),
  });
  for (let index = 0; index < 20; index += 1) {
    const temporary = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '2d',
      temporaryAccessStartTime: new Date().toISOString(),
    };
    const type = index % 2 ? temporary : { isTemporary: false };
    await server.call('POST', '/api/v2/identity-project-additional-privilege', admin, {
      identityId: id,
      projectId,
      permissions: unmatchedRules(index),
      type,
    });
  }
};

export const addMember = (
  server: Server,
  admin: string,
  projectId: string,
  { id }: Caller,
  role: string,
): Promise<unknown> =>
  server.call('POST', `/api/v1/projects/${projectId}/memberships/identities/${id}`, admin, { role });

export const newProject = async (server: Server, admin: string, projectName: string): Promise<SeededProject> => {
  const { project } = await server.call('POST', '/api/v1/projects', admin, { projectName });
  const { id: stagingId } = project.environments.find(({ slug }: { slug: string }) => slug === 'staging');
  return { id: project.id, slug: project.slug, stagingId };
};

export const addSecrets = async (
  server: Server,
  admin: string,
  folder: { projectId: string; environment: string; secretPath: string },
  count: number,
  valueOf: (index: number) => string = (index) => `a value of some length, number ${index}`,
): Promise<void> => {
  for (let first = 0; first < count; first += 1000) {
    const secrets = Array.from({ length: Math.min(1000, count - first) }, (_, at) => ({
      secretKey: secretName(first + at),
      secretValue: valueOf(first + at),
    }));
    await server.call('POST', '/api/v4/secrets/batch', admin, { ...folder, secrets });
  }
};

export const addFolder = (server: Server, admin: string, projectId: string, name: string): Promise<unknown> =>
  server.call('POST', '/api/v2/folders', admin, { projectId, environment: 'dev', name });

/** Ten folders of dev with 100 secrets each, to be updated, and ten empty ones. */
export const addTenFolders = async (server: Server, admin: string, projectId: string): Promise<void> => {
  for (let folder = 0; folder < 10; folder += 1) {
    await addFolder(server, admin, projectId, `created-${folder}`);
    await addFolder(server, admin, projectId, `updated-${folder}`);
    await addSecrets(server, admin, { projectId, environment: 'dev', secretPath: `/updated-${folder}` }, 100);
  }
};

/** A folder of prod with 100 secrets, of which every tenth references two others, and an import of dev. */
export const addLinkedSecrets = async (server: Server, admin: string, projectId: string): Promise<void> => {
  await server.call('POST', '/api/v2/folders', admin, { projectId, environment: 'prod', name: 'linked' });
  const valueOf = (index: number): string =>
    index % 10
      ? `a value of some length, number ${index}`
      : `\${${secretName(index + 1)}} and \${dev.${secretName(index + 2)}}`;
  await addSecrets(server, admin, { projectId, environment: 'prod', secretPath: '/linked' }, 100, valueOf);
  await server.call('POST', '/api/v2/secret-imports', admin, {
    projectId,
    environment: 'prod',
    path: '/linked',
    import: { environment: 'dev', path: '/' },
  });
};

/** Creates a group with a number of machine identities. */
export const newGroup = async (server: Server, admin: string, members: number): Promise<string> => {
  const { id } = await server.call('POST', '/api/v1/groups', admin, {
    name: 'Bench',
    slug: 'bench',
    role: 'no-access',
  });
  for (let index = 0; index < members; index += 1) {
    const { identity } = await server.call('POST', '/api/v1/identities', admin, {
      name: `Member ${index}`,
      role: 'member',
    });
    await server.call('POST', `/api/v1/groups/${id}/machine-identities/${identity.id}`, admin);
  }
  return id;
};
