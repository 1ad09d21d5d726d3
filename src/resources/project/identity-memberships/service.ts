import type { ProjectRow } from '../../../access/project.ts';
import { ComparisonBudget } from '../../../access/comparison-budget.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import type { IdentityMemberRow, TextFilter } from '../../identity/identities/store.ts';
import type { ProjectIdentityRow } from '../project-identities/store.ts';
import type { HeldProjectRole } from '../project-memberships/store.ts';
import type { MembershipFilter, MembershipScope, ReadableMemberships } from './store.ts';

/** A membership of the organization, or of a project with the roles there. */
export type FoundIdentity =
  | { readonly member: IdentityMemberRow }
  | {
      readonly projectMember: ProjectIdentityRow;
      readonly roles: readonly HeldProjectRole[];
      readonly project: Pick<ProjectRow, 'id' | 'name' | 'slug' | 'type'>;
    };

type Search = NonNullable<Request<'searchIdentityMemberships'>['body']['search']>;
type Given = Pick<Search, 'name' | 'role'>;

/** As requests of every generation write it. */
export const toFilter = (given: Given['name']): TextFilter | undefined =>
  typeof given === 'string'
    ? { equals: given }
    : given && { equals: given.$eq, contains: given.$contains, oneOf: given.$in };

const toFilters = ({ name, role }: Given) => ({ name: toFilter(name), role: toFilter(role) });

const filterOf = (search: Search = {}): MembershipFilter => ({
  ...toFilters(search),
  anyOf: search.$or?.map(toFilters),
});

/** How many projects and memberships one search may be about, where permissions have to be looked at one by one. */
const maxListed = 10_000;

const tooMany = () =>
  badRequest(
    `Your permission to read machine identities has to be looked up in more than ${maxListed} projects or memberships. Search one project at a time.`,
  );

type InProjects = Exclude<ReadableMemberships['inProjects'], 'all'>;

/**
 * What the caller may read in the projects that it is a member of: everything in some, and in others what their
 * conditions allow.
 */
const readableInProjects = async ({ access, abilities, stores, clock }: Scope): Promise<InProjects> => {
  const projects = await stores.projects.listOfMember(access.organization.membershipId, undefined, maxListed + 1);
  if (projects.length > maxListed) throw tooMany();
  const now = timestamp(clock.now());
  const effort = new ComparisonBudget();
  const projectIds: string[] = [];
  const membershipIds: string[] = [];
  let looked = 0;
  for (const project of projects) {
    const { ability } = await abilities.inProject(stores, project, access.organization);
    const question = ability.narrow('read', 'identity', {}, now, effort);
    if (question.allowsAll) projectIds.push(project.id);
    if (question.allowsAll || !question.mayAllow) continue;
    for (const { id, identityId } of await stores.projectIdentities.list(project.id, { orderDirection: 'asc' })) {
      if (isTimeUp()) await yieldToEventLoop();
      if ((looked += 1) > maxListed) throw tooMany();
      if (question.allows({ identityId })) membershipIds.push(id);
    }
  }
  return { projectIds, membershipIds };
};

const nowhere: InProjects = { projectIds: [], membershipIds: [] };

const readableOf = async (scope: Scope, scopes: readonly MembershipScope[]): Promise<ReadableMemberships> => {
  const { access } = scope;
  const mayRead = access.allows('read', 'identity');
  const seesAll = mayRead && access.allows('access-all-projects', 'organization-admin-console');
  const readInProjects = () => (seesAll ? ('all' as const) : readableInProjects(scope));
  return {
    organizationId: access.organization.id,
    inOrganization: mayRead && scopes.includes('organization'),
    inProjects: scopes.includes('project') ? await readInProjects() : nowhere,
  };
};

/** All that there is to show of these memberships, by id. */
const detailsOf = async (
  { access, stores }: Scope,
  ids: Readonly<Record<MembershipScope, readonly string[]>>,
): Promise<ReadonlyMap<string, FoundIdentity>> => {
  const found = new Map<string, FoundIdentity>();
  for (const member of await stores.identities.findMembers(access.organization.id, ids.organization))
    found.set(member.id, { member });
  const members = await stores.projectIdentities.findAll(ids.project, 'asc');
  const roles = await stores.projectMemberships.rolesOf(ids.project);
  const projects = new Map(
    (await stores.identityMemberships.projects(members.map(({ projectId }) => projectId))).map((project) => [
      project.id,
      project,
    ]),
  );
  for (const projectMember of members) {
    const held = roles.filter(({ projectMembershipId }) => projectMembershipId === projectMember.id);
    found.set(projectMember.id, { projectMember, roles: held, project: projects.get(projectMember.projectId)! });
  }
  return found;
};

/** A page of the memberships that the caller may read, and how many there are. */
export const searchMemberships = async (
  scope: Scope,
  { scope: scopes, search, ...page }: Request<'searchIdentityMemberships'>['body'],
): Promise<{ identities: FoundIdentity[]; totalCount: number }> => {
  const { rows, totalCount } = await scope.stores.identityMemberships.page(
    await readableOf(scope, scopes),
    filterOf(search),
    page,
  );
  const idsIn = (wanted: MembershipScope): string[] => rows.filter((row) => row.scope === wanted).map(({ id }) => id);
  const details = await detailsOf(scope, { organization: idsIn('organization'), project: idsIn('project') });
  // What has gone since it was found is left out.
  return { identities: rows.flatMap(({ id }) => details.get(id) ?? []), totalCount };
};

/** How many the caller may read, for each scope that is asked for. */
export const countMemberships = async (
  scope: Scope,
  { scope: scopes, search }: Request<'countIdentityMemberships'>['body'],
): Promise<Partial<Record<MembershipScope, number>>> => {
  const readable = await readableOf(scope, scopes);
  const counts: Partial<Record<MembershipScope, number>> = {};
  for (const wanted of new Set(scopes))
    counts[wanted] = await scope.stores.identityMemberships.count(readable, filterOf(search), wanted);
  return counts;
};
