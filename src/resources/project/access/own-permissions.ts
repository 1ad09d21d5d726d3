import type { Rule } from '../../../access/rule.ts';
import { valuesOf } from '../../../access/abilities.ts';
import { actionsOf, everyAction } from '../../../access/ability.ts';
import { userOf } from '../../../access/actor.ts';
import { isActive } from '../../../access/grant.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { projectSubjects } from '../../../access/project-subjects.ts';
import { fillKnownTemplates, hasTemplate, type Values } from '../../../access/templates.ts';
import type { Reply } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { answerTooLarge } from '../../../platform/errors.ts';
import { mapInSlices } from '../../../platform/slices.ts';
import type { Scope } from '../../../scope.ts';
import { isOver } from '../grants/period.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import { packedRule } from '../../organization/organization-roles/view.ts';

type OwnPermissions = Reply<'getOwnProjectPermissions'>['data'];

/** Fills templates in conditions; 400 as soon as the filled texts exceed the limit of a response, to bound memory. */
class TemplateFiller {
  readonly #values: Values;
  readonly #limit: number;
  #length = 0;

  constructor(values: Values, limit: number) {
    this.#values = values;
    this.#limit = limit;
  }

  fill(value: unknown): unknown {
    if (typeof value === 'string') return hasTemplate(value) ? this.#fillText(value) : value;
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.fill(item)]));
    return value;
  }

  #fillText(text: string): string {
    const filled = fillKnownTemplates(text, this.#values);
    this.#length += filled.length;
    if (this.#length > this.#limit) throw answerTooLarge(this.#limit);
    return filled;
  }
}

/** Replaces the wildcard action of built-in roles by the list of actions. */
const withExplicitActions = ({ action, ...rule }: Rule): Rule => ({
  ...rule,
  action: actionsOf({ action }).flatMap((name) =>
    name === everyAction ? (projectSubjects.get(rule.subject)?.actions ?? []) : [name],
  ),
});

const listMemberships = async (
  { stores, clock }: Scope,
  rows: readonly ProjectMembershipRow[],
  userId: string,
): Promise<OwnPermissions['memberships']> => {
  const now = timestamp(clock.now());
  const roles = (await stores.projectMemberships.listRoles(rows.map(({ id }) => id))).filter(
    (role) => !isOver(role, now),
  );
  return rows.map(({ id, groupId }) => ({
    id,
    actorUserId: groupId === null ? userId : null,
    actorGroupId: groupId,
    roles: roles.filter(({ projectMembershipId }) => projectMembershipId === id).map(({ role }) => ({ role })),
  }));
};

/** Returns the caller's active rules in the project, packed, and the memberships that grant them. */
export const findOwnPermissions = async (
  scope: Scope,
  { project, ability }: ProjectAccess,
): Promise<OwnPermissions> => {
  const { membershipId, oidcClaims } = scope.access.organization;
  const now = timestamp(scope.clock.now());
  const filler = new TemplateFiller(await valuesOf(scope.stores, membershipId, oidcClaims), scope.config.answerLimit);
  const rules = ability.grants.filter((grant) => isActive(grant, now)).flatMap((grant) => grant.rules);
  const packed = await mapInSlices(rules, (rule) =>
    packedRule({
      ...withExplicitActions(rule),
      ...(rule.conditions && { conditions: filler.fill(rule.conditions) as Record<string, unknown> }),
    }),
  );
  const memberships = await scope.stores.projectMemberships.listOfMember(project.id, membershipId);
  return {
    permissions: packed.filter(([actions]) => actions !== ''),
    memberships: await listMemberships(scope, memberships, userOf(scope).id),
  };
};
