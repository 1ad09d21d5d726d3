import type { Rule } from '../../../access/rule.ts';
import { valuesOf } from '../../../access/abilities.ts';
import { actionsOf, everyAction } from '../../../access/ability.ts';
import { userOf } from '../../../access/actor.ts';
import { conditionsOf } from '../../../access/conditions.ts';
import { GlobPattern } from '../../../access/glob-pattern.ts';
import { isActive, type Grant } from '../../../access/grant.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { projectSubjects } from '../../../access/project-subjects.ts';
import { fillKnownTemplates, hasTemplate, resolveTemplates, type Values } from '../../../access/templates.ts';
import type { Reply } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { responseTooLarge } from '../../../platform/errors.ts';
import { mapYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { isOver } from '../grants/period.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import { packedRule } from '../../organization/organization-roles/view.ts';

type OwnPermissions = Reply<'getOwnProjectPermissions'>['data'];
type OwnRule = OwnPermissions['rules'][number];

/** Fills templates in conditions; 400 as soon as the filled texts exceed the limit of a response, to bound memory. */
class TemplateFiller {
  readonly #values: Values;
  readonly #limit: number;
  #length = 0;

  constructor(values: Values, limit: number) {
    this.#values = values;
    this.#limit = limit;
  }

  /** For display: the result does not distinguish wildcards from values. */
  fill(value: unknown): unknown {
    return this.#fill(value, (text) => fillKnownTemplates(text, this.#values), false);
  }

  /** For evaluation: wildcards that come from values are escaped in patterns. */
  fillExactly(value: unknown): unknown {
    const fillPattern = (text: string): string => {
      const resolved = resolveTemplates(text, this.#values);
      return resolved ? new GlobPattern(resolved).pattern : text;
    };
    const fillText = (text: string, isPattern: boolean): string =>
      isPattern ? fillPattern(text) : fillKnownTemplates(text, this.#values);
    return this.#fill(value, fillText, false);
  }

  #fill(value: unknown, fillText: (text: string, isPattern: boolean) => string, isPattern: boolean): unknown {
    if (typeof value === 'string') return hasTemplate(value) ? this.#count(fillText(value, isPattern)) : value;
    if (Array.isArray(value)) return value.map((item) => this.#fill(item, fillText, isPattern));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, this.#fill(item, fillText, key === '$glob')]),
      );
    return value;
  }

  #count(filled: string): string {
    this.#length += filled.length;
    if (this.#length > this.#limit) throw responseTooLarge(this.#limit);
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

const isUnresolved = ([, condition]: readonly [string, unknown]): boolean => condition === 'unknown';

const ruleView = (rule: Rule, { source, startsAt, endsAt }: Grant, filler: TemplateFiller, values: Values): OwnRule => {
  const { subject, action, inverted = false, conditions } = withExplicitActions(rule);
  return {
    subject,
    action: [...actionsOf({ action })],
    inverted,
    conditions: conditions ? (filler.fillExactly(conditions) as Record<string, unknown>) : null,
    unresolved: [...conditionsOf(rule, values)].filter(isUnresolved).map(([field]) => field),
    from: { ...source, startsAt, endsAt },
  };
};

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

/** How long something that ended is listed. */
const listedAfterEnd = 7 * 86_400;
const maxTemporary = 50;
const maxAdministrators = 3;

/** What the caller has, will have or had recently for a time; and whom to ask, if something of it has ended. */
const findTemporary = async (
  { stores, clock }: Scope,
  { row: project, ability }: ProjectAccess,
): Promise<Pick<OwnPermissions, 'temporary' | 'administrators'>> => {
  const now = timestamp(clock.now());
  const since = timestamp(secondsAfter(clock.now(), -listedAfterEnd));
  const temporary = ability.grants
    .flatMap(({ source, startsAt, endsAt }) =>
      endsAt !== null && endsAt > since ? [{ ...source, startsAt, endsAt }] : [],
    )
    .sort((one, other) => (one.endsAt < other.endsAt ? 1 : -1))
    .slice(0, maxTemporary);
  if (!temporary.some(({ endsAt }) => endsAt <= now)) return { temporary, administrators: [] };
  const administrators = await stores.projectUsers.listAdministrators(project, now, maxAdministrators);
  return { temporary, administrators: administrators.map(({ username }) => username) };
};

/** Returns the caller's active rules in the project, packed, and the memberships that grant them. */
export const findOwnPermissions = async (scope: Scope, access: ProjectAccess): Promise<OwnPermissions> => {
  const { row: project, ability } = access;
  const { membershipId, authValues } = scope.access.organization;
  const now = timestamp(scope.clock.now());
  const values = await valuesOf(scope.stores, membershipId, authValues);
  const filler = new TemplateFiller(values, scope.config.answerLimit);
  const current = ability.grants.filter(({ endsAt }) => endsAt === null || now < endsAt);
  const own = await mapYielding(
    current.flatMap((grant) => grant.rules.map((rule) => ({ grant, rule }))),
    ({ grant, rule }) => ruleView(rule, grant, filler, values),
  );
  const rules = ability.grants.filter((grant) => isActive(grant, now)).flatMap((grant) => grant.rules);
  const packed = await mapYielding(rules, (rule) =>
    packedRule({
      ...withExplicitActions(rule),
      ...(rule.conditions && { conditions: filler.fill(rule.conditions) as Record<string, unknown> }),
    }),
  );
  const memberships = await scope.stores.projectMemberships.listOfMember(project.id, membershipId);
  return {
    at: now,
    rules: own.filter(({ action }) => action.length > 0),
    permissions: packed.filter(([actions]) => actions !== ''),
    ...(await findTemporary(scope, access)),
    memberships: await listMemberships(scope, memberships, userOf(scope).id),
  };
};
