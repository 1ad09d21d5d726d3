// The subjects of rules with their actions and conditions, for the rule builder of the console.
import { load } from './permissions.mjs';

const { projectSubjects } = await load('project-subjects.ts');
const { organizationSubjects, subjectsWithConditions } = await load('organization-subjects.ts');
const { actionTemplate, subjectNoun } = await load('action-phrases.ts');
const { takesCondition } = await load('rule-checks.ts');

/** The schemas of conditions, by the kind that the table names. */
const kinds = {
  EqualityCondition: 'equality',
  PatternCondition: 'pattern',
  PathCondition: 'path',
  TagsCondition: 'tags',
  MetadataCondition: 'metadata',
  NameCondition: 'name',
  ConnectionCondition: 'equality',
};

const nameIn = ({ $ref }) => $ref.split('/').at(-1);

/** The permissions of the organization with which responses have more. */
const furtherPermissions = (document) =>
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ 'x-permission': permission }) => permission?.more ?? []);

/** The subjects that some operation asks for. */
const usedSubjects = (document, kind) =>
  new Set(
    Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ 'x-permission': permission }) =>
        permission?.[kind] === undefined ? [] : [permission[kind], ...(permission.or ?? [])],
      )
      .concat(kind === 'organization' ? furtherPermissions(document) : [])
      .map((name) => name.split(':')[0]),
  );

const phrases = (subject, actions) =>
  Object.fromEntries(actions.map((action) => [action, actionTemplate(action, subject)]));

const nonEmpty = (object) => (Object.keys(object).length > 0 ? object : undefined);

/** The conditions that an action does not support, by action. */
const unsupported = (subject, actions, fields) =>
  nonEmpty(
    Object.fromEntries(
      actions
        .map((action) => [action, fields.filter((field) => !takesCondition(subject, action, field))])
        .filter(([, missing]) => missing.length > 0),
    ),
  );

const projectTable = (document) => {
  const { schemas } = document.components;
  const resolve = (schema) => (schema.$ref ? schemas[nameIn(schema)] : schema);
  const used = usedSubjects(document, 'project');
  return Object.fromEntries(
    schemas.ProjectPermission.oneOf.map(resolve).flatMap(({ properties }) =>
      properties.subject.enum.map((subject) => {
        const actions = resolve(resolve(properties.action).oneOf[0]).enum;
        const isFormer = !projectSubjects.has(subject);
        const fields = Object.entries(resolve(properties.conditions).properties ?? {});
        return [
          subject,
          {
            noun: subjectNoun(subject),
            isUsed: used.has(subject),
            ...(!isFormer && { actions: phrases(subject, actions) }),
            ...(!isFormer && {
              conditions: Object.fromEntries(fields.map(([name, type]) => [name, kinds[nameIn(type)]])),
            }),
            ...(!isFormer && {
              unsupported: unsupported(
                subject,
                actions,
                fields.map(([name]) => name),
              ),
            }),
          },
        ];
      }),
    ),
  );
};

/** The contract lists the subjects of organizations only in prose, which a test compares with those of the server. */
const organizationTable = (document) => {
  const used = usedSubjects(document, 'organization');
  const fields = Object.entries(document.components.schemas.OrganizationRuleInput.properties.conditions.properties);
  return Object.fromEntries(
    [...organizationSubjects].map(([subject, actions]) => [
      subject,
      {
        noun: subjectNoun(subject),
        isUsed: used.has(subject),
        actions: phrases(subject, actions),
        conditions: subjectsWithConditions.has(subject)
          ? Object.fromEntries(fields.map(([name, type]) => [name, kinds[nameIn(type)]]))
          : {},
      },
    ]),
  );
};

/** The operators of each kind of condition, and whether it may also be a plain text. */
const kindTable = (document) =>
  Object.fromEntries(
    Object.entries(kinds)
      .filter(([name]) => name !== 'ConnectionCondition')
      .map(([name, kind]) => {
        const { oneOf, properties } = document.components.schemas[name];
        return [kind, { mayBePlain: oneOf !== undefined, operators: Object.keys(properties ?? oneOf[1].properties) }];
      }),
  );

const json = (value) => JSON.stringify(value, null, 2);

/** The text of the generated file. */
export const ruleTable = (document) => `// Generated from openapi/ and src/access/, never edited.

export type RuleScope = 'project' | 'organization';

export type ConditionKind = ${[...new Set(Object.values(kinds))].map((kind) => `'${kind}'`).join(' | ')};

export interface RuleSubject {
  /** Its plural in sentences. */
  readonly noun: string;
  /** Whether some operation of this server asks for it. */
  readonly isUsed: boolean;
  /** Its actions as phrases in which \`*\` is the noun. Absent for former subjects, which accept any action and condition. */
  readonly actions?: Readonly<Record<string, string>>;
  /** The conditions that its rules may have, by field; without any, its rules cannot deny either. */
  readonly conditions?: Readonly<Record<string, ConditionKind>>;
  /** The conditions that are refused for some of its actions, by action. */
  readonly unsupported?: Readonly<Record<string, readonly string[]>>;
}

/** The operators of each kind of condition, and whether it may also be a plain text. */
export const conditionKinds: Readonly<
  Record<ConditionKind, { readonly mayBePlain: boolean; readonly operators: readonly string[] }>
> = ${json(kindTable(document))};

/** The most rules that a role or a privilege may have. */
export const maxRules = ${document.components.schemas.ProjectPermissions.maxItems};

/** The subjects of the rules of projects and of organizations. */
export const ruleSubjects: Readonly<Record<RuleScope, Readonly<Record<string, RuleSubject>>>> = ${json({
  project: projectTable(document),
  organization: organizationTable(document),
})};
`;
