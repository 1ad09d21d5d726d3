import type { ProjectRow } from '../../../access/project.ts';
import { ComparisonBudget } from '../../../access/comparison-budget.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import type { IdentityMemberRow, TextFilter } from '../../identity/identities/store.ts';
import type { ProjectIdentityRow } from '../project-identities/store.ts';
import type { NamedProjectRole } from '../project-memberships/store.ts';
import type { MembershipFilter, MembershipScope, ReadableMemberships } from './store.ts';

/** A membership of the organization, or of a project with its roles there. */
export type IdentitySearchResult =
  | { readonly member: IdentityMemberRow }
  | {
      readonly projectMember: ProjectIdentityRow;
      readonly roles: readonly NamedProjectRole[];
      readonly project: Pick<ProjectRow, 'id' | 'name' | 'slug' | 'type'>;
    };

type Search = NonNullable<Request<'searchIdentityMemberships'>['body']['search']>;
type SearchInput = Pick<Search, 'name' | 'role'>;

/** Reads a filter, which is a text or an object of operators. */
export const toFilter = (input: SearchInput['name']): TextFilter | undefined =>
  typeof input === 'string'
    ? { equals: input }
    : input && { equals: input.$eq, contains: input.$contains, oneOf: input.$in };

const toFilters = ({ name, role }: SearchInput) => ({ name: toFilter(name), role: toFilter(role) });

const toMembershipFilter = (search: Search = {}): MembershipFilter => ({
  ...toFilters(search),
  anyOf: search.$or?.map(toFilters),
});

/** Bounds the projects and memberships whose permissions one search checks individually. */
const maxChecked = 10_000;

const tooMany = () =>
  badRequest(
    `Your permission to read machine identities has to be looked up in more than ${maxChecked} projects or memberships. Search one project at a time.`,
  );

type InProjects = Exclude<ReadableMemberships['inProjects'], 'all'>;

/** Finds the memberships that the caller may read in its projects: all of some, and some of others. */
const findReadableInProjects = async ({ access, abilities, stores, clock }: Scope): Promise<InProjects> => {
  const projects = await stores.projects.listOfMember(access.organization.membershipId, undefined, maxChecked + 1);
  if (projects.length > maxChecked) throw tooMany();
  const now = timestamp(clock.now());
  const budget = new ComparisonBudget();
  const projectIds: string[] = [];
  const membershipIds: string[] = [];
  let checkedCount = 0;
  for (const project of projects) {
    const { ability } = await abilities.inProject(stores, project, access.organization);
    const question = ability.narrow('read', 'identity', {}, now, budget);
    if (question.allowsAll) projectIds.push(project.id);
    if (question.allowsAll || !question.mayAllow) continue;
    for (const { id, identityId } of await stores.projectIdentities.list(project.id, { orderDirection: 'asc' })) {
      if (isTimeUp()) await yieldToEventLoop();
      if ((checkedCount += 1) > maxChecked) throw tooMany();
      if (question.allows({ identityId })) membershipIds.push(id);
    }
  }
  return { projectIds, membershipIds };
};

const nowhere: InProjects = { projectIds: [], membershipIds: [] };

const findReadable = async (scope: Scope, scopes: readonly MembershipScope[]): Promise<ReadableMemberships> => {
  const { access } = scope;
  const mayRead = access.allows('read', 'identity');
  const seesAll = mayRead && access.allows('access-all-projects', 'organization-admin-console');
  const readInProjects = () => (seesAll ? ('all' as const) : findReadableInProjects(scope));
  return {
    organizationId: access.organization.id,
    inOrganization: mayRead && scopes.includes('organization'),
    inProjects: scopes.includes('project') ? await readInProjects() : nowhere,
  };
};

/** Finds the details of these memberships by id. */
const findDetails = async (
  { access, stores }: Scope,
  ids: Readonly<Record<MembershipScope, readonly string[]>>,
): Promise<ReadonlyMap<string, IdentitySearchResult>> => {
  const details = new Map<string, IdentitySearchResult>();
  for (const member of await stores.identities.findMembers(access.organization.id, ids.organization))
    details.set(member.id, { member });
  const members = await stores.projectIdentities.listByIds(ids.project, 'asc');
  const roles = await stores.projectMemberships.listRoles(ids.project);
  const projects = new Map(
    (await stores.identityMemberships.projects(members.map(({ projectId }) => projectId))).map((project) => [
      project.id,
      project,
    ]),
  );
  for (const projectMember of members) {
    const rolesOfMember = roles.filter(({ projectMembershipId }) => projectMembershipId === projectMember.id);
    details.set(projectMember.id, {
      projectMember,
      roles: rolesOfMember,
      project: projects.get(projectMember.projectId)!,
    });
  }
  return details;
};

/** Lists a page of the memberships that the caller may read, and their total number. */
export const searchMemberships = async (
  scope: Scope,
  { scope: scopes, search, ...page }: Request<'searchIdentityMemberships'>['body'],
): Promise<{ identities: IdentitySearchResult[]; totalCount: number }> => {
  const { rows, totalCount } = await scope.stores.identityMemberships.listPage(
    await findReadable(scope, scopes),
    toMembershipFilter(search),
    page,
  );
  const idsIn = (scopeName: MembershipScope): string[] =>
    rows.filter((row) => row.scope === scopeName).map(({ id }) => id);
  const details = await findDetails(scope, { organization: idsIn('organization'), project: idsIn('project') });
  // A membership may be deleted between the two queries.
  return { identities: rows.flatMap(({ id }) => details.get(id) ?? []), totalCount };
};

/** Counts the memberships that the caller may read, for each requested scope. */
export const countMemberships = async (
  scope: Scope,
  { scope: scopes, search }: Request<'countIdentityMemberships'>['body'],
): Promise<Partial<Record<MembershipScope, number>>> => {
  const readable = await findReadable(scope, scopes);
  const counts: Partial<Record<MembershipScope, number>> = {};
  for (const scopeName of new Set(scopes))
    counts[scopeName] = await scope.stores.identityMemberships.count(readable, toMembershipFilter(search), scopeName);
  return counts;
};
