import type { ProjectRow, ProjectType } from '../../../access/project.ts';
import { projectNotFound } from '../../../access/access.ts';
import { retentionDaysOf } from '../../../audit/retention.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken, UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import { freeSlug } from '../../../platform/slug.ts';
import type { Scope } from '../../../scope.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import { readIgnoreValues, sealIgnoreValues } from '../ignore-values/service.ts';
import { administrator, newProjectMembership, roleRows } from '../project-memberships/assign.ts';
import { defaultEnvironments, newProject, type ProjectInput } from './new.ts';
import { changesOf, requireLeastRetention, type Settings } from './rules.ts';
import { ofOrganization, ofProject } from '../../../transaction-keys.ts';

/** A project with its environments, in order. */
export interface ProjectAndEnvironments {
  readonly project: ProjectRow;
  readonly environments: readonly EnvironmentRow[];
}

const takenSlugMessage = (slug: string): string => `The slug "${slug}" is taken. Choose another one.`;

const storeProject = async (
  scope: Scope,
  project: ProjectRow,
  environments: readonly EnvironmentRow[],
): Promise<ProjectRow> =>
  scope.transaction(ofProject(project), async (tx) => {
    const { stores, access, audit } = tx;
    const membership = newProjectMembership(tx, project.id, { membershipId: access.organization.membershipId });
    const { leastAuditLogsRetentionDays = null } = (await stores.organizations.findById(project.organizationId)) ?? {};
    const stored = { ...project, leastAuditLogsRetentionDays };
    await stores.projects.insert(stored);
    for (const environment of environments) await stores.environments.insert(environment);
    await stores.projectMemberships.insert(membership, roleRows(tx, membership.id, [administrator]));
    const { id, name, slug, type } = project;
    await audit.record({ type: 'create-project', metadata: { id, name, slug, type }, project: stored });
    return stored;
  });

const generatedSlug = ({ stores, access, ids }: Scope, name: string): Promise<string> =>
  freeSlug(
    name,
    { noun: 'project', shortest: 5, longest: 64 },
    async (slugs) => (await stores.projects.idsOfSlugs(access.organization.id, slugs)).keys(),
    () => ids.slugSuffix(),
  );

const attempts = 10;

/** Creates a project that the caller administers; generates another slug if a generated one was taken meanwhile. */
export const addProject = async (scope: Scope, input: ProjectInput): Promise<ProjectAndEnvironments> => {
  for (let attempt = 1; ; attempt += 1) {
    const project = newProject(scope, input, input.slug ?? (await generatedSlug(scope, input.projectName)));
    const environments = input.shouldCreateDefaultEnvs ? defaultEnvironments(scope, project) : [];
    try {
      return { project: await storeProject(scope, project, environments), environments };
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      if (input.slug !== undefined || attempt === attempts) throw badRequest(takenSlugMessage(project.slug));
    }
  }
};

/** Returns the projects with their environments. */
export const withEnvironments = async (
  { stores }: Pick<Scope, 'stores'>,
  projects: readonly ProjectRow[],
): Promise<ProjectAndEnvironments[]> => {
  const environments = new Map<string, EnvironmentRow[]>(projects.map(({ id }) => [id, []]));
  for (const environment of await stores.environments.listActive([...environments.keys()]))
    environments.get(environment.projectId)?.push(environment);
  return projects.map((project) => ({ project, environments: environments.get(project.id) ?? [] }));
};

/** Lists the projects that the caller is a member of, directly or through a group. */
export const listOwnProjects = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  type?: ProjectType,
): Promise<ProjectAndEnvironments[]> =>
  withEnvironments(scope, await scope.stores.projects.listOfMember(scope.access.organization.membershipId, type));

const updateSettings = (
  scope: Scope,
  { organizationId, id }: ProjectRow,
  settings: Settings,
  type: string,
  describe: (changes: Settings) => Readonly<Record<string, unknown>>,
): Promise<ProjectRow> =>
  scope.transaction(ofProject({ id, organizationId }), async (tx) => {
    const { stores, clock, audit, config } = tx;
    const before = await stores.projects.findById(organizationId, id);
    if (!before) throw projectNotFound();
    requireLeastRetention(before, settings);
    const stored = { ...before, secretDetectionIgnoreValues: await readIgnoreValues(tx, before) };
    const changes = changesOf(stored, settings);
    if (Object.keys(changes).length === 0) return before;
    const { secretDetectionIgnoreValues: ignoreValues, ...plain } = changes;
    const columns = {
      ...plain,
      ...(ignoreValues && (await sealIgnoreValues(tx, id, ignoreValues))),
      updatedAt: timestamp(clock.now()),
    };
    const project = { ...before, ...columns };
    await stores.projects.update(id, columns);
    const metadata = { id, name: project.name, ...describe(changes) };
    // An entry about a shorter retention is kept as long as the entries before it.
    await audit.record({ type, metadata, project, leastDays: retentionDaysOf(before, config.auditRetentionDays) });
    return project;
  });

/** Changes the settings and returns the project; writes nothing if they are the same. */
export const changeProject = (scope: Scope, project: ProjectRow, settings: Settings): Promise<ProjectRow> =>
  // Records only the names of the changed settings, because `secretDetectionIgnoreValues` may contain secrets.
  badRequestIfTaken(
    updateSettings(scope, project, settings, 'update-project', (changes) => ({ changed: Object.keys(changes) })),
    takenSlugMessage(settings.slug ?? project.slug),
  );

export const changeRetention = (
  scope: Scope,
  project: ProjectRow,
  auditLogsRetentionDays: number,
): Promise<ProjectRow> =>
  updateSettings(scope, project, { auditLogsRetentionDays }, 'update-project-audit-logs-retention', () => ({
    auditLogsRetentionDays,
  }));

export const removeProject = (scope: Scope, { organizationId, id }: ProjectRow): Promise<ProjectRow> =>
  scope.transaction(ofOrganization(organizationId), async ({ stores, audit }) => {
    const project = await stores.projects.findById(organizationId, id);
    if (!project) throw projectNotFound();
    if (project.hasDeleteProtection)
      throw badRequest('This project is protected from deletion. Set hasDeleteProtection to false first.');
    await stores.projects.delete(id);
    await audit.record({ type: 'delete-project', metadata: { id, name: project.name, slug: project.slug }, project });
    return project;
  });
