import type { Ability } from '../../../access/ability.ts';
import type { ReadyRule } from '../../../access/grant.ts';
import { readProjectAbility } from '../../../access/abilities.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';

export interface Explanation {
  readonly isAllowed: boolean;
  readonly decidedBy: ReadyRule | undefined;
  readonly atOtherTimes: readonly ReadyRule[];
  readonly at: Timestamp;
}

type ExplainInput = Request<'explainAccess'>['body'];

const memberNotFound = () => notFound('Member not found in this project.');

/** Finds the permissions of the actor in the project; 403 unless the caller may read its membership. */
const findAbility = async (
  { access, stores }: Scope,
  project: ProjectAccess,
  { actorType, actorId }: ExplainInput,
): Promise<Ability> => {
  const isUser = actorType === 'user';
  // Checked before anything is looked up, so that the response does not reveal who is a member.
  if (isUser) project.requireSome('read', 'member');
  else project.require('read', 'identity', { identityId: actorId });
  const { id: organizationId } = access.organization;
  const membership = await (isUser
    ? stores.memberships.findOfUser(organizationId, actorId)
    : stores.memberships.findOfIdentity(organizationId, actorId));
  // Only the claims of the caller's own token are available.
  const oidcClaims = membership?.id === access.organization.membershipId ? access.organization.oidcClaims : null;
  const memberAbility =
    membership && (await readProjectAbility(stores, project.project.id, { membershipId: membership.id, oidcClaims }));
  if (!memberAbility?.isMember) throw memberNotFound();
  if (isUser) project.require('read', 'member', { userEmail: memberAbility.values.username });
  return memberAbility.ability;
};

export const explain = async (scope: Scope, project: ProjectAccess, input: ExplainInput): Promise<Explanation> => {
  const ability = await findAbility(scope, project, input);
  const at = timestamp(input.at === undefined ? scope.clock.now() : new Date(input.at));
  const { action, subject, object: fields = {} } = input;
  const { isAllowed, by } = ability.decide(action, subject, fields, at);
  return { isAllowed, decidedBy: by, atOtherTimes: ability.atOtherTimes(action, subject, fields, at), at };
};
