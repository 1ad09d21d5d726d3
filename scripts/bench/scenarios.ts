import type { LoadRequest } from './load.ts';
import { addCertificates, type OcspPaths } from './ocsp.ts';
import {
  addFolder,
  addLinkedSecrets,
  addSecrets,
  addTenFolders,
  bootstrap,
  addMember,
  addMemberWithManyRules,
  newCaller,
  newGroup,
  newProject,
  secretName,
  type Caller,
  type SeededProject,
} from './seed.ts';
import type { Server } from './server.ts';

export interface Scenario {
  readonly name: string;
  /** Part of the short run. */
  readonly isHot?: true;
  /** Responses of megabytes, which increase the memory for a while; measured last, so as not to affect the others. */
  readonly isLarge?: true;
  /** Also measured with more connections, because its slowest responses count then. */
  readonly hasTail?: true;
  /** Sends conditional requests, whose response has not changed. */
  readonly isConditional?: true;
  readonly requests: readonly LoadRequest[];
}

/** Whether all requests are changes, which are compared with a transaction where there is such a limit. */
export const isChange = ({ requests }: Pick<Scenario, 'requests'>): boolean =>
  requests.every(({ method = 'GET' }) => method !== 'GET');

/** The seeded data of the scenarios. */
export interface World {
  readonly caller: Caller;
  readonly few: SeededProject;
  readonly many: SeededProject | undefined;
  readonly privilegeId: string;
  /** Identities that get privileges, so that the caller keeps 20. */
  readonly grantees: readonly string[];
  readonly groupId: string;
  readonly ocsp: OcspPaths;
}

/** As each can have 100 privileges, enough for the 15 seconds of a long run with up to 6,000 new ones a second. */
const granteeCount = 1000;

const privileges = '/api/v2/identity-project-additional-privilege';
const list = ({ id }: SeededProject): string => `/api/v4/secrets?projectId=${id}&environment=dev&secretPath=/`;

/** Sets up and seeds the empty server; with 10,000 secrets only if a scenario needs them. */
export const seed = async (server: Server, isComplete: boolean): Promise<World> => {
  const admin = await bootstrap(server);
  const caller = await newCaller(server, admin, '5 roles and 20 privileges');
  const project = async (name: string, secrets: number): Promise<SeededProject> => {
    const created = await newProject(server, admin, name);
    await addMemberWithManyRules(server, admin, created.id, caller);
    await addSecrets(server, admin, { projectId: created.id, environment: 'dev', secretPath: '/' }, secrets);
    for (const folder of ['created', 'batches']) await addFolder(server, admin, created.id, folder);
    return created;
  };
  const few = await project('With 100', 100);
  const many = isComplete ? await project('With 10,000', 10_000) : undefined;
  await addTenFolders(server, admin, few.id);
  await addLinkedSecrets(server, admin, few.id);
  const grantees: string[] = [];
  for (let index = 0; index < granteeCount; index += 1) {
    const grantee = await newCaller(server, admin, `Grantee ${index}`);
    await addMember(server, admin, few.id, grantee, 'viewer');
    grantees.push(grantee.id);
  }
  const groupId = await newGroup(server, admin, 20);
  const ocsp = await addCertificates(server, admin, few.id);
  const { privileges: own } = await server.call(
    'GET',
    `${privileges}?projectId=${few.id}&identityId=${caller.id}`,
    caller.token,
  );
  return { caller, few, many, grantees, groupId, ocsp, privilegeId: own[0].id };
};

/** A hundred requests, sent in turn. */
const hundred = (request: (index: number) => LoadRequest): LoadRequest[] =>
  Array.from({ length: 100 }, (_, index) => request(index));

const getSecret = ({ id }: SeededProject, index: number): LoadRequest => ({
  path: `/api/v4/secrets/${secretName(index)}?projectId=${id}&environment=dev&secretPath=/`,
});

const reads = ({ few, many, caller, privilegeId, groupId, ocsp }: World): Scenario[] => [
  { name: 'status', isHot: true, requests: [{ path: '/api/status' }] },
  { name: 'get secret (v4)', isHot: true, hasTail: true, requests: hundred((index) => getSecret(few, index)) },
  {
    name: 'get secret (v3)',
    isHot: true,
    requests: hundred((index) => ({
      path: `/api/v3/secrets/raw/${secretName(index)}?workspaceId=${few.id}&environment=dev&secretPath=/`,
    })),
  },
  {
    name: 'get secret with references',
    requests: hundred((index) => ({
      path: `/api/v4/secrets/${secretName((index % 10) * 10)}?projectId=${few.id}&environment=prod&secretPath=/linked`,
    })),
  },
  { name: 'list of 100', isHot: true, hasTail: true, requests: [{ path: list(few) }] },
  { name: 'list of 100, unchanged (304)', isHot: true, isConditional: true, requests: [{ path: list(few) }] },
  {
    name: 'list of 100 with references and imports',
    requests: [{ path: `/api/v4/secrets?projectId=${few.id}&environment=prod&secretPath=/&recursive=true` }],
  },
  ...(many
    ? [
        { name: 'get secret of 10,000', requests: hundred((index) => getSecret(many, index * 100)) },
        { name: 'list of 10,000', isLarge: true as const, requests: [{ path: list(many) }] },
      ]
    : []),
  { name: 'project by slug', isHot: true, requests: [{ path: `/api/v1/projects/slug/${few.slug}` }] },
  { name: 'privilege by id', isHot: true, requests: [{ path: `${privileges}/${privilegeId}` }] },
  { name: 'list of 20 privileges', requests: [{ path: `${privileges}?projectId=${few.id}&identityId=${caller.id}` }] },
  { name: 'list of 20 group members', requests: [{ path: `/api/v1/groups/${groupId}/members?limit=100` }] },
  { name: 'OCSP', requests: ocsp.plain.map((path) => ({ path })) },
  { name: 'OCSP with a nonce', requests: ocsp.withNonce.map((path) => ({ path })) },
];

const writes = ({ few, many, caller, grantees }: World): Scenario[] => {
  const root = { projectId: few.id, environment: 'dev', secretPath: '/' };
  const update: LoadRequest = {
    method: 'PATCH',
    path: `/api/v4/secrets/${secretName('{n%100}')}`,
    body: { ...root, secretValue: 'another value of some length, number {n}' },
  };
  const create = ({ id }: SeededProject, secretPath = '/created'): LoadRequest => ({
    method: 'POST',
    path: '/api/v4/secrets/CREATED_{n}',
    body: {
      projectId: id,
      environment: 'dev',
      secretPath,
      secretValue: 'a value of some length, number {n}',
    },
  });
  const hundredNew = Array.from({ length: 100 }, (_, index) => ({
    secretKey: `BATCH_{n}_${index}`,
    secretValue: `a value of some length, number ${index}`,
  }));
  const granted = [
    { subject: 'secrets', action: ['readValue'], conditions: { environment: 'dev', secretPath: '/granted' } },
  ];
  return [
    {
      name: 'login (universal auth)',
      isHot: true,
      requests: [{ method: 'POST', path: '/api/v1/auth/universal-auth/login', body: caller.login }],
    },
    { name: 'update secret', isHot: true, requests: [update] },
    {
      name: 'update secret, ten folders',
      isHot: true,
      requests: [{ ...update, body: { ...update.body, secretPath: '/updated-{n%10}' } }],
    },
    { name: 'create secret', isHot: true, requests: [create(few)] },
    { name: 'create secret, ten folders', isHot: true, requests: [create(few, '/created-{n%10}')] },
    ...(many ? [{ name: 'create secret beside 10,000', requests: [create(many)] }] : []),
    {
      name: 'create batch of 100 secrets',
      requests: [
        {
          method: 'POST',
          path: '/api/v4/secrets/batch',
          body: { ...root, secretPath: '/batches', secrets: hundredNew },
        },
      ],
    },
    {
      name: 'update environment',
      requests: [
        {
          method: 'PATCH',
          path: `/api/v1/projects/${few.id}/environments/${few.stagingId}`,
          body: { name: 'Staging {n}' },
        },
      ],
    },
    {
      name: 'create privilege',
      isHot: true,
      requests: grantees.map((identityId) => ({
        method: 'POST',
        path: privileges,
        body: {
          identityId,
          projectId: few.id,
          slug: 'privilege-{n}',
          permissions: granted,
          type: { isTemporary: false },
        },
      })),
    },
    {
      name: 'mixed: 90 % get, 10 % update secret',
      requests: [...Array.from({ length: 9 }, (_, index) => getSecret(few, index)), update],
    },
    {
      name: 'mixed: 90 % list of 100, 10 % update secret',
      requests: [...Array.from({ length: 9 }, () => ({ path: list(few) })), update],
    },
  ];
};

/** All scenarios of requests; reads first, so that they are measured on the seeded data. */
export const scenariosOf = (world: World): Scenario[] => [...reads(world), ...writes(world)];
