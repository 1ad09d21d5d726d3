import type { SubjectFields } from '../../../../access/conditions.ts';
import type { Rule } from '../../../../access/rule.ts';
import { requiredRules, toRules } from '../../service-tokens/rules.ts';
import type { ServiceTokenPermission, ServiceTokenScope } from '../../service-tokens/store.ts';
import { maxAuditedText } from '../../grants/rules.ts';
import { anything, demands, itemsOf, textOf, type Demand, type Metadata, type Reader } from './demand.ts';
import { ruleActions } from './rule-actions.ts';

/** Whether all of it was granted by the request, or some of it may have been held before. */
type Novelty = 'new' | 'maybe';

/** The fields that the conditions name by a plain text. */
const plainFields = ({ conditions = {} }: Rule): SubjectFields =>
  Object.fromEntries(
    Object.entries(conditions ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[1].includes('{{'),
    ),
  );

/** Whoever grants a rule has to hold what it allows; a rule with conditions may be held in several parts. */
const ofRules = (rules: readonly Rule[], novelty: Novelty): readonly Demand[] =>
  rules
    .filter(({ inverted }) => !inverted)
    .flatMap((rule) => {
      const isUnconditional = Object.keys(rule.conditions ?? {}).length === 0;
      const actions = ruleActions(rule);
      return demands(novelty === 'new' && isUnconditional, rule.subject, actions, plainFields(rule));
    });

/** The slugs of the roles that an entry names; their rules are not in it. */
export const namedRoles = ({ roles, grantType, slug }: Metadata): readonly string[] => {
  if (grantType === 'role') return typeof slug === 'string' ? [slug] : [];
  if (!Array.isArray(roles)) return [];
  return (roles as unknown[]).map((role) =>
    typeof role === 'string' ? role : (textOf((role as Metadata | null)?.role) ?? ''),
  );
};

/** Roles that were assigned to a kind of member. */
export const byRoles =
  (subject: string, novelty: Novelty): Reader =>
  (metadata, { rulesOf }) =>
    namedRoles(metadata)
      .filter((slug) => slug !== 'no-access')
      .flatMap((slug) => {
        const rules = rulesOf(slug);
        return [
          ...demands(novelty === 'new', subject, ['assign-role'], {}),
          ...(rules ? ofRules(rules, novelty) : [anything]),
        ];
      });

/** Reads rules as the audit log has them; undefined if they were too long for it. */
const readRules = ({ permissions }: Metadata): readonly Rule[] | undefined => {
  if (typeof permissions !== 'string' || permissions.length >= maxAuditedText) return undefined;
  return JSON.parse(permissions) as readonly Rule[];
};

/** Rules that the entry shows. */
export const byWrittenRules =
  (novelty: Novelty): Reader =>
  (metadata) => {
    const rules = readRules(metadata);
    return rules ? ofRules(rules, novelty) : [anything];
  };

/** A privilege of a kind of member. */
export const byPrivilege =
  (subject: string, novelty: Novelty): Reader =>
  (metadata, context) => [
    ...demands(novelty === 'new', subject, ['assign-additional-privileges'], {}),
    ...byWrittenRules(novelty)(metadata, context),
  ];

export const byServiceToken: Reader = ({ scopes, permissions }) => {
  if (!Array.isArray(permissions)) return [anything];
  const places = itemsOf(scopes).flatMap(({ environment, secretPath }): ServiceTokenScope[] => {
    const [slug, path] = [textOf(environment), textOf(secretPath)];
    return slug === undefined || path === undefined ? [] : [{ environment: slug, secretPath: path }];
  });
  return ofRules(requiredRules(places, toRules(places, permissions as ServiceTokenPermission[])), 'new');
};

/** A privilege that was deleted: whoever lifts its denies has to hold what they denied. */
export const ofDeletedRules: Reader = (metadata) =>
  (readRules(metadata) ?? [{ inverted: true }]).some(({ inverted }) => inverted) ? [anything] : [];

/** What was denied before a change needs to be held by whoever lifts it, and entries do not show what it was. */
export const ofEndedDenies: Reader = ({ hadDenies }) => (hadDenies === false ? [] : [anything]);
