import { secretName } from '../seed.ts';
import { secretsPerFolder, type Base } from './base.ts';
import {
  fillIdentities,
  fillProject,
  fillProjects,
  folderPath,
  loginOf,
  projectId,
  projectSlug,
  type Fill,
} from './fill.ts';
import { fillTrash } from './fill-trash.ts';
import { auditDays, fillAuditLog, fillRevocations, rareEvent, validCertificateId } from './fill-log.ts';

export interface GrowthRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}

/** Requests of one kind, of which each size is sent the same number. */
export interface GrowthScenario {
  readonly name: string;
  /** The request with that number; `before` is sent first, and not measured. */
  readonly request: (index: number) => GrowthRequest;
  readonly before?: (index: number) => GrowthRequest;
  /** At most so many, for requests that cannot be repeated often. */
  readonly times?: number;
}

/** What grows, and what is requested at each size. */
export interface Series {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly shortSizes: readonly number[];
  readonly fill: Fill;
  readonly scenarios: (base: Base, size: number) => GrowthScenario[];
}

/** Spreads requests over all objects, so that caches of the last ones do not help. */
const spread = (index: number, count: number): number => (index * 7919) % count;

const login = (base: Base, count = 1): GrowthScenario => ({
  name: 'login',
  request: (index) => ({
    method: 'POST',
    path: '/api/v1/auth/universal-auth/login',
    token: '',
    body: loginOf(base, spread(index, count)),
  }),
});

interface SecretPlace {
  readonly projectId: string;
  readonly secretPath: string;
}

/** The frequent requests about secrets, in one of these folders each. */
const secretScenarios = ({ caller: { token } }: Base, place: (index: number) => SecretPlace): GrowthScenario[] => {
  const query = (index: number): string =>
    new URLSearchParams({ ...place(index), environment: 'dev' } as Record<string, string>).toString();
  const nameOf = (index: number): string => secretName(spread(index, secretsPerFolder));
  const change = (index: number): object => ({
    ...place(index),
    environment: 'dev',
    secretValue: `another value of some length, number ${index}`,
  });
  return [
    { name: 'get secret', request: (index) => ({ path: `/api/v4/secrets/${nameOf(index)}?${query(index)}`, token }) },
    { name: 'list one folder of 100', request: (index) => ({ path: `/api/v4/secrets?${query(index)}`, token }) },
    {
      name: 'update secret',
      request: (index) => ({
        method: 'PATCH',
        path: `/api/v4/secrets/${nameOf(index)}`,
        token,
        body: change(index),
      }),
    },
    {
      name: 'create secret',
      request: (index) => ({ method: 'POST', path: `/api/v4/secrets/NEW_${index}`, token, body: change(index) }),
    },
  ];
};

const inRoot =
  ({ projectId: id }: Base) =>
  (): SecretPlace => ({ projectId: id, secretPath: '/' });

const get = (name: string, path: string | ((index: number) => string), token: string): GrowthScenario => ({
  name,
  request: (index) => ({ path: typeof path === 'string' ? path : path(index), token }),
});

const inOneProject: Series = {
  name: 'secrets in one project',
  sizes: [100, 10_000, 1_000_000],
  shortSizes: [100, 1_000, 10_000],
  fill: fillProject,
  scenarios: (base, size) => {
    const { token } = base.caller;
    const project = `/api/v1/projects/${base.projectId}`;
    const folderOf = (index: number): string => folderPath(spread(index, size / secretsPerFolder));
    return [
      ...secretScenarios(base, (index) => ({ projectId: base.projectId, secretPath: folderOf(index) })),
      get('project overview', project, token),
      get(
        'list the folders of one folder',
        `/api/v2/folders?projectId=${base.projectId}&environment=dev&path=/g0`,
        token,
      ),
      login(base),
    ];
  },
};

const inTrash: Series = {
  name: 'deleted secrets in the trash',
  sizes: [1, 1_000, 100_000],
  shortSizes: [1, 100, 1_000],
  fill: fillTrash,
  scenarios: (base) => [
    ...secretScenarios(base, inRoot(base)),
    get('page of the trash', `/api/v1/projects/${base.projectId}/trash/items?limit=50`, base.admin),
    login(base),
  ],
};

const auditLogs = '/api/v1/organization/audit-logs?limit=100';
const since = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const inManyProjects: Series = {
  name: 'secrets in the instance, 100 in each project',
  sizes: inOneProject.sizes,
  shortSizes: inOneProject.shortSizes,
  fill: fillProjects,
  scenarios: (base, size) => {
    const count = size / secretsPerFolder;
    const { admin, caller } = base;
    return [
      ...secretScenarios(base, (index) => ({ projectId: projectId(base, spread(index, count)), secretPath: '/' })),
      get(
        'project by slug',
        (index) => `/api/v1/projects/slug/${projectSlug(base, spread(index, count))}`,
        caller.token,
      ),
      get('page of 50 of all projects', '/api/v1/organization-admin/projects?limit=50', admin),
      { ...get('list own projects', '/api/v1/projects', admin), times: 20 },
      { ...get('audit log, page of 100', auditLogs, admin), times: 50 },
      login(base),
    ];
  },
};

const identities: Series = {
  name: 'identities',
  sizes: [10, 1_000, 100_000],
  shortSizes: [10, 100, 1_000],
  fill: fillIdentities,
  scenarios: (base, size) => {
    const { admin } = base;
    const last = Math.max(0, size - 10);
    return [
      login(base, size),
      secretScenarios(base, inRoot(base))[0]!,
      get('page of 10 identities', '/api/v1/identities?limit=10', admin),
      get('last page of 10 identities', `/api/v1/identities?limit=10&offset=${last}`, admin),
      get('search identities, page of 10', `/api/v1/identities?limit=10&search=identity%205`, admin),
      get(
        'page of 10 identities of the project',
        `/api/v1/projects/${base.projectId}/memberships/identities?limit=10`,
        admin,
      ),
      get('audit log, page of 100', auditLogs, admin),
    ];
  },
};

const auditLog: Series = {
  name: 'audit log entries, of 30 days',
  sizes: [100, 10_000, 1_000_000],
  shortSizes: [100, 1_000, 10_000],
  fill: fillAuditLog,
  scenarios: (base) => {
    const { admin } = base;
    const whole = `${auditLogs}&startDate=${since(auditDays + 1)}`;
    const [read, , update] = secretScenarios(base, inRoot(base));
    return [
      get('log since yesterday, page of 100', auditLogs, admin),
      get(`log of ${auditDays} days, page of 100`, whole, admin),
      get(`log of ${auditDays} days, after 1,000 entries`, `${whole}&offset=1000`, admin),
      get('log of the project, page of 100', `${whole}&projectId=${base.projectId}`, admin),
      get('log of one identity, page of 100', `${whole}&actorType=identity&actor=${base.caller.id}`, admin),
      get('log of a rare event, page of 100', `${whole}&eventType=${rareEvent}`, admin),
      read!,
      update!,
      login(base),
    ];
  },
};

const revocations: Series = {
  name: 'certificates in a CRL',
  sizes: [1, 100, 10_000],
  shortSizes: [1, 10, 100],
  fill: fillRevocations,
  scenarios: (base) => {
    const { admin } = base;
    const download = get('CRL download', `/api/v1/cert-manager/crl/${base.crlId}/der`, '');
    return [
      download,
      get('page of 25 certificates', `/api/v1/cert-manager/certificates?projectId=${base.projectId}&limit=25`, admin),
      {
        ...download,
        name: 'CRL download after a revocation',
        times: 20,
        before: (index) => ({
          method: 'POST',
          path: `/api/v1/cert-manager/certificates/${validCertificateId(index)}/revoke`,
          token: admin,
          body: {},
        }),
      },
    ];
  },
};

export const allSeries: readonly Series[] = [inOneProject, inManyProjects, inTrash, identities, auditLog, revocations];
