import type { RoleWithRules, Rule } from './rule.ts';
import { everyAction } from './ability.ts';
import { formerSubjects } from './former-subjects.ts';
import { projectSubjects } from './project-subjects.ts';

const crud = ['read', 'create', 'edit', 'delete'];
const events = projectSubjects.get('secret-event-subscriptions')!.actions;
const leases = projectSubjects.get('dynamic-secrets')!.actions;

export interface BuiltInProjectRole {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly rules: readonly Rule[];
}

const on = (action: readonly string[], ...subjects: string[]): Rule[] =>
  subjects.map((subject) => ({ subject, action }));

/** The rules about secrets of both administrators and members. */
const workOnSecrets: readonly Rule[] = [
  ...on(['read', 'describeSecret', 'readValue', 'create', 'edit', 'delete'], 'secrets'),
  ...on(['create', 'edit', 'delete'], 'secret-folders'),
  ...on(crud, 'secret-imports'),
  ...on(['read', 'create'], 'secret-rollback'),
  ...on(['read', 'perform-rollback'], 'commits'),
];

/** The roles that every project has. */
export const builtInProjectRoles: readonly BuiltInProjectRole[] = [
  {
    slug: 'admin',
    name: 'Admin',
    description: 'May do everything in the project.',
    rules: [
      ...workOnSecrets,
      ...on(crud, 'tags', 'environments', 'settings', 'webhooks', 'service-tokens'),
      ...on(projectSubjects.get('identity')!.actions, 'identity'),
      ...on(projectSubjects.get('member')!.actions, 'member'),
      ...on(projectSubjects.get('groups')!.actions, 'groups'),
      ...on(crud, 'role'),
      ...on(['edit', 'delete'], 'workspace'),
      ...on(['read'], 'audit-logs'),
      ...on(events, 'secret-event-subscriptions'),
      ...on(leases, 'dynamic-secrets'),
      ...on(projectSubjects.get('certificate-authorities')!.actions, 'certificate-authorities'),
      ...on(projectSubjects.get('certificates')!.actions, 'certificates'),
      ...on(projectSubjects.get('app-connections')!.actions, 'app-connections'),
      ...on(projectSubjects.get('secret-rotation')!.actions, 'secret-rotation'),
      ...on(crud, 'secret-approval'),
      ...on(['read'], 'secret-approval-request'),
    ],
  },
  {
    slug: 'member',
    name: 'Member',
    description: 'May work with secrets and environments, and see who else does.',
    rules: [
      ...workOnSecrets,
      ...on(crud, 'tags', 'environments', 'settings', 'webhooks', 'service-tokens', 'identity'),
      ...on(['read', 'create'], 'member'),
      ...on(['read'], 'groups', 'role', 'audit-logs'),
      ...on(events, 'secret-event-subscriptions'),
      ...on(leases, 'dynamic-secrets'),
      ...on(['read'], 'certificate-authorities', 'secret-approval', 'secret-rotation'),
      ...on(['connect-app-connections'], 'app-connections'),
    ],
  },
  {
    slug: 'viewer',
    name: 'Viewer',
    description: 'May see everything, and change nothing.',
    rules: [
      ...on(['describeSecret', 'readValue'], 'secrets'),
      ...on(
        ['read'],
        'secret-imports',
        'secret-rollback',
        'commits',
        'tags',
        'environments',
        'settings',
        'webhooks',
        'service-tokens',
      ),
      ...on(['read'], 'identity', 'member', 'groups', 'role', 'audit-logs'),
      ...on(events, 'secret-event-subscriptions'),
      ...on(['read-root-credential'], 'dynamic-secrets'),
      ...on(['read'], 'certificate-authorities', 'certificates', 'secret-approval', 'secret-rotation'),
    ],
  },
  { slug: 'no-access', name: 'No Access', description: 'May do nothing until given something.', rules: [] },
];

/**
 * The slugs of the roles that can be assigned in every project. `cryptographic-operator`, which no feature uses, is not
 * listed among the roles and grants nothing.
 */
export const assignableProjectRoles: readonly string[] = [
  ...builtInProjectRoles.map(({ slug }) => slug),
  'cryptographic-operator',
];

/** Slugs that custom roles must not have. */
export const reservedProjectRoles: readonly string[] = [...assignableProjectRoles, 'custom'];

/** Administrators have every action on every subject, also on those that the role does not list. */
const everything: readonly Rule[] = on([everyAction], ...projectSubjects.keys(), ...formerSubjects);

const rulesBySlug = new Map(
  builtInProjectRoles.map(({ slug, rules }) => [slug, slug === 'admin' ? everything : rules]),
);

/** The rules of a role; an unknown role grants nothing. */
export const projectRules = ({ role, permissions }: RoleWithRules): readonly Rule[] =>
  (role === 'custom' ? permissions : rulesBySlug.get(role)) ?? [];
