import type { GrantedPrivilege, GrantedRole } from './granted.ts';
import type { ProjectWithRevisions } from './project.ts';
import type { Rule } from './rule.ts';
import { hashText } from '../platform/crypto/digest.ts';
import { isTimeUp, yieldToEventLoop } from '../platform/event-loop.ts';
import type { AccessStores } from './stores.ts';
import { mayHaveChanged } from './access-changes.ts';
import { Ability, organizationActions, projectActions } from './ability.ts';
import type { ActorOrganization, ServiceActor } from './actor.ts';
import { RevisionCache } from './cache.ts';
import type { Grant } from './grant.ts';
import { organizationRules } from './organization-roles.ts';
import { projectRules } from './project-roles.ts';
import type { Values } from './templates.ts';

/** A member of an organization at a given access revision. */
export type Member = Pick<ActorOrganization, 'membershipId' | 'accessRevision' | 'authValues'>;

/** A member, with the claims of its token if it is the caller. */
export type Holder = Pick<Member, 'membershipId'> & Partial<Pick<Member, 'authValues'>>;

/** What a member may do in a project, and its values for templates. */
export interface ProjectAbility {
  readonly ability: Ability;
  readonly values: Values;
  /** Whether it is a member, itself or through a group; the project is hidden from others. */
  readonly isMember: boolean;
  /** A hash of everything that it was computed from. */
  readonly origin: string;
  /** The size of its rules in characters. */
  readonly weight: number;
}

/** The size of each cache in characters of rules; every member counts at least `weightOfMember`. */
const limit = 50_000_000;
const weightOfMember = 5_000;

const rulesOf = (json: string): readonly Rule[] => JSON.parse(json) as readonly Rule[];

/** The grant of a role in a project; `permissions` are the rules of a custom role. */
export const grantOfRole = (
  { id, role, ...row }: Omit<GrantedRole, 'permissionsJson'> & { readonly id: string; readonly role: string },
  permissions: readonly Rule[] | null,
): Grant => ({
  source: {
    type: 'role',
    id,
    slug: row.customRoleSlug ?? role,
    name: row.customRoleName,
    group: row.groupId === null ? null : { id: row.groupId, name: row.groupName! },
  },
  rules: projectRules({ role, permissions }),
  startsAt: row.temporaryAccessStartTime,
  endsAt: row.temporaryAccessEndTime,
});

const roleGrant = ({ id, role, permissionsJson, ...row }: GrantedRole): Grant[] =>
  role === null
    ? []
    : [grantOfRole({ id: id!, role, ...row }, permissionsJson === null ? null : rulesOf(permissionsJson))];

export const grantOfPrivilege = (row: GrantedPrivilege): Grant => ({
  source: { type: 'privilege', id: row.id, slug: row.slug, name: null, group: null },
  rules: rulesOf(row.permissionsJson),
  startsAt: row.temporaryAccessStartTime,
  endsAt: row.temporaryAccessEndTime,
});

export const grantOfServiceToken = ({
  id,
  name,
  rulesJson,
  expiresAt,
}: Pick<ServiceActor, 'id' | 'name' | 'rulesJson' | 'expiresAt'>): Grant => ({
  source: { type: 'privilege', id, slug: name, name, group: null },
  rules: rulesOf(rulesJson),
  startsAt: null,
  endsAt: expiresAt,
});

/** For rules without templates. */
export const noValues: Values = { id: '', username: '', metadata: {}, authValues: {} };

// The rules of a token have no templates, so there are no values.
const serviceTokenAbility = (actor: ServiceActor): ProjectAbility => ({
  ability: new Ability([grantOfServiceToken(actor)], undefined, projectActions),
  values: noValues,
  isMember: true,
  origin: actor.id,
  weight: actor.rulesJson.length,
});

/** The ability of a service token in its organization. */
export const noAbility = new Ability([], undefined, organizationActions);

/** Caches what members may do by the access revision of organization and project, so that no node uses a stale rule. */
export class Abilities {
  readonly #inOrganizations = new RevisionCache<Ability>(limit, () => weightOfMember);
  readonly #inProjects = new RevisionCache<ProjectAbility>(limit, ({ weight }) => weightOfMember + weight);
  readonly #ofServiceTokens = new RevisionCache<ProjectAbility>(limit, ({ weight }) => weightOfMember + weight);

  /** The rules of a service token never change. */
  ofServiceToken(actor: ServiceActor): ProjectAbility | Promise<ProjectAbility> {
    return this.#ofServiceTokens.get(actor.id, '', () => Promise.resolve(serviceTokenAbility(actor)));
  }

  inOrganization(
    stores: Pick<AccessStores, 'grants'>,
    { membershipId, accessRevision }: Pick<Member, 'membershipId' | 'accessRevision'>,
  ): Ability | Promise<Ability> {
    return this.#inOrganizations.get(membershipId, `${accessRevision}`, async () => {
      const roles = await stores.grants.organizationRoles(membershipId);
      const grants = roles.map<Grant>((assigned) => ({
        source: { type: 'role', id: membershipId, slug: assigned.role, name: null, group: null },
        rules: organizationRules(assigned),
        startsAt: null,
        endsAt: null,
      }));
      return new Ability(grants, undefined, organizationActions);
    });
  }

  inProject(
    stores: Pick<AccessStores, 'grants' | 'memberships'>,
    project: Pick<ProjectWithRevisions, 'id' | 'accessRevision' | 'accessChanges'>,
    member: Member,
  ): ProjectAbility | Promise<ProjectAbility> {
    const { membershipId, accessRevision, authValues } = member;
    // Logins of one identity may prove different things, and so give different values to its rules.
    const key = `${project.id} ${membershipId}${authValues ? ` ${JSON.stringify(authValues)}` : ''}`;
    return this.#inProjects.get(
      key,
      `${accessRevision} ${project.accessRevision}`,
      (before) => readProjectAbility(stores, project.id, member, before),
      (earlier) => {
        const [ofOrganization, ofProject] = earlier.split(' ').map(Number);
        return ofOrganization === accessRevision && !mayHaveChanged(project, ofProject!, membershipId);
      },
    );
  }
}

/** The rules of a member in its organization, from its own roles and those of its groups. */
export const rulesInOrganization = async (
  { grants }: Pick<AccessStores, 'grants'>,
  membershipId: string,
): Promise<readonly Rule[]> => (await grants.organizationRoles(membershipId)).flatMap(organizationRules);

/** The values of a member for templates; what a login proved only if the member is the caller. */
export const valuesOf = async (
  { grants, memberships }: Pick<AccessStores, 'grants' | 'memberships'>,
  membershipId: string,
  authValues: Member['authValues'] = null,
): Promise<Values> => {
  const [facts, metadata] = await Promise.all([grants.factsOf(membershipId), memberships.listMetadata([membershipId])]);
  return {
    id: facts?.userId ?? facts?.identityId ?? '',
    username: facts?.username ?? facts?.identityName ?? '',
    metadata: Object.fromEntries(metadata.map(({ key, value }) => [key, value])),
    authValues: authValues ?? {},
  };
};

/**
 * Reads what a member may do in a project, as stored now; in a transaction, as the transaction sees it. Returns
 * `before` if it was computed from the same data, which most changes in a project do not affect.
 */
export const readProjectAbility = async (
  stores: Pick<AccessStores, 'grants' | 'memberships'>,
  projectId: string,
  { membershipId, authValues }: Holder,
  before?: ProjectAbility,
): Promise<ProjectAbility> => {
  const [roles, privileges, values] = await Promise.all([
    stores.grants.projectRoles(projectId, membershipId),
    stores.grants.projectPrivileges(projectId, membershipId),
    valuesOf(stores, membershipId, authValues),
  ]);
  const origin = hashText(JSON.stringify([roles, privileges, values]));
  if (before?.origin === origin) return before;
  const grants: Grant[] = [];
  for (const row of roles) {
    if (isTimeUp()) await yieldToEventLoop();
    grants.push(...roleGrant(row));
  }
  for (const row of privileges) {
    if (isTimeUp()) await yieldToEventLoop();
    grants.push(grantOfPrivilege(row));
  }
  const weight = [...roles, ...privileges].reduce(
    (sum, { permissionsJson }) => sum + (permissionsJson?.length ?? 0),
    0,
  );
  return { ability: new Ability(grants, values, projectActions), values, isMember: roles.length > 0, origin, weight };
};
