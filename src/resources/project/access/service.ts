import { readProjectAbility } from '../../../access/abilities.ts';
import type { Ability } from '../../../access/ability.ts';
import { findAllowedPeriod, type AllowedPeriod } from '../../../access/allowed-period.ts';
import { ComparisonBudget } from '../../../access/comparison-budget.ts';
import { isActive, type ReadyRule } from '../../../access/grant.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Values } from '../../../access/templates.ts';
import type { Request } from '../../../contract.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { OrganizationMembershipRow } from '../../organization/memberships/store.ts';

/** The user or machine identity that is asked about. */
export interface ExplainedActor {
  readonly type: 'user' | 'identity';
  readonly id: string;
  readonly name: string;
}

/** The invitation is not accepted yet, or the membership of the organization is deactivated. */
export type Absence = 'invited' | 'deactivated';

export interface Explanation {
  readonly actor: ExplainedActor;
  /** Why the actor may do nothing, whatever the rules allow. */
  readonly absence: Absence | undefined;
  readonly isAllowed: boolean;
  readonly decidedBy: ReadyRule | undefined;
  readonly atOtherTimes: readonly ReadyRule[];
  readonly at: Timestamp;
  /** An active rule that would allow the action without the one that denies it. */
  readonly wouldAllow: ReadyRule | undefined;
  /** The next period in which the action will be allowed, if it is not now. */
  readonly planned: AllowedPeriod | undefined;
  /** The rule that allowed the action and ended last, if it is not allowed now. */
  readonly ended: ReadyRule | undefined;
}

type ExplainInput = Request<'explainAccess'>['body'];
type ActorInput = Pick<ExplainInput, 'actorType' | 'actorId' | 'actorName'>;

const memberNotFound = () => notFound('Member not found in this project.');

/** More identities with one name are not looked at. */
const maxNamed = 100;

/** Finds the id of a user by its e-mail address; the caller may know whether somebody with that address is a member. */
const findUserId = async ({ stores }: Scope, project: ProjectAccess, name: string): Promise<string> => {
  const username = name.trim().toLowerCase();
  project.require('read', 'member', { userEmail: username });
  const user = await stores.users.findByUsername(username);
  if (!user) throw memberNotFound();
  return user.id;
};

/** Finds the id of the only machine identity in the project with this name that the caller may read. */
const findIdentityId = async ({ access, stores }: Scope, project: ProjectAccess, name: string): Promise<string> => {
  project.requireSome('read', 'identity');
  const named = await stores.projectMembers.listIdentitiesNamed(access.organization.id, name.trim(), maxNamed);
  const readable = named.filter(({ identityId }) => project.allows('read', 'identity', { identityId }));
  const held = await stores.projectMembers.listHeld(
    project.row.id,
    readable.map(({ membershipId }) => membershipId),
  );
  const members = new Set(held.map(({ membershipId }) => membershipId));
  const [identity, another] = readable.filter(({ membershipId }) => members.has(membershipId));
  if (another)
    throw badRequest(`This project has several machine identities named "${name}". Name the one you mean by actorId.`);
  if (!identity) throw memberNotFound();
  return identity.identityId;
};

const findActorId = (
  scope: Scope,
  project: ProjectAccess,
  { actorType, actorId, actorName = '' }: ActorInput,
): Promise<string> | string => {
  if (actorId !== undefined) return actorId;
  return actorType === 'user' ? findUserId(scope, project, actorName) : findIdentityId(scope, project, actorName);
};

const absenceOf = ({ status, isActive: isEnabled }: OrganizationMembershipRow): Absence | undefined => {
  if (status === 'invited') return 'invited';
  return isEnabled ? undefined : 'deactivated';
};

/** Finds the permissions of the actor in the project; 403 unless the caller may read its membership. */
export const findAbility = async (
  scope: Scope,
  project: ProjectAccess,
  input: ActorInput,
): Promise<{ actor: ExplainedActor; absence: Absence | undefined; ability: Ability; values: Values }> => {
  const { access, stores } = scope;
  const id = await findActorId(scope, project, input);
  const isUser = input.actorType === 'user';
  // Checked before anything is looked up, so that the response does not reveal who is a member.
  if (isUser) project.requireSome('read', 'member');
  else project.require('read', 'identity', { identityId: id });
  const { id: organizationId } = access.organization;
  const membership = await (isUser
    ? stores.memberships.findOfUser(organizationId, id)
    : stores.memberships.findOfIdentity(organizationId, id));
  // Only the claims of the caller's own token are available.
  const authValues = membership?.id === access.organization.membershipId ? access.organization.authValues : null;
  const memberAbility =
    membership && (await readProjectAbility(stores, project.row.id, { membershipId: membership.id, authValues }));
  if (!membership || !memberAbility?.isMember) throw memberNotFound();
  const { values, ability } = memberAbility;
  if (isUser) project.require('read', 'member', { userEmail: values.username });
  return {
    actor: { type: input.actorType, id, name: values.username },
    absence: absenceOf(membership),
    ability,
    values,
  };
};

const hasEnded = ({ isDeny, grant: { endsAt } }: ReadyRule, at: Timestamp): boolean =>
  !isDeny && endsAt !== null && endsAt <= at;

const findLastEnded = (rules: readonly ReadyRule[], at: Timestamp): ReadyRule | undefined =>
  rules
    .filter((rule) => hasEnded(rule, at))
    .reduce<ReadyRule | undefined>(
      (last, rule) => (last && last.grant.endsAt! >= rule.grant.endsAt! ? last : rule),
      undefined,
    );

export const explain = async (scope: Scope, project: ProjectAccess, input: ExplainInput): Promise<Explanation> => {
  const { actor, absence, ability } = await findAbility(scope, project, input);
  const at = timestamp(input.at === undefined ? scope.clock.now() : new Date(input.at));
  const { action, subject, object: fields = {} } = input;
  const budget = new ComparisonBudget();
  const { isAllowed, by } = ability.decide(action, subject, fields, at, budget);
  const atOtherTimes = ability.atOtherTimes(action, subject, fields, at, budget);
  const applying = isAllowed ? [] : ability.applying(action, subject, fields, budget);
  return {
    actor,
    absence,
    isAllowed: isAllowed && absence === undefined,
    decidedBy: by,
    atOtherTimes,
    at,
    wouldAllow: by && applying.flat().find(({ isDeny, grant }) => !isDeny && isActive(grant, at)),
    planned: isAllowed ? undefined : findAllowedPeriod(applying, at, budget),
    ended: isAllowed ? undefined : findLastEnded(atOtherTimes, at),
  };
};
