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

type Question = Request<'explainAccess'>['body'];

const notInProject = () => notFound('There is no such member in this project.');

/** What the actor may do in the project, if the caller may read its membership. */
const abilityOf = async (
  { access, stores }: Scope,
  project: ProjectAccess,
  { actorType, actorId }: Question,
): Promise<Ability> => {
  const isUser = actorType === 'user';
  // Whom the request itself names is asked for before anything is looked for, so that nothing is learnt of others.
  if (isUser) project.requireSome('read', 'member');
  else project.require('read', 'identity', { identityId: actorId });
  const { id: organizationId } = access.organization;
  const membership = await (isUser
    ? stores.memberships.findOfUser(organizationId, actorId)
    : stores.memberships.findOfIdentity(organizationId, actorId));
  // Only of the caller it is known what its token says.
  const oidcClaims = membership?.id === access.organization.membershipId ? access.organization.oidcClaims : null;
  const held =
    membership && (await readProjectAbility(stores, project.project.id, { membershipId: membership.id, oidcClaims }));
  if (!held?.isMember) throw notInProject();
  if (isUser) project.require('read', 'member', { userEmail: held.values.username });
  return held.ability;
};

export const explain = async (scope: Scope, project: ProjectAccess, question: Question): Promise<Explanation> => {
  const ability = await abilityOf(scope, project, question);
  const at = timestamp(question.at === undefined ? scope.clock.now() : new Date(question.at));
  const { action, subject, object: thing = {} } = question;
  const { isAllowed, by } = ability.decide(action, subject, thing, at);
  return { isAllowed, decidedBy: by, atOtherTimes: ability.atOtherTimes(action, subject, thing, at), at };
};
