import type { RoleWithRules, Rule } from './rule.ts';
import { organizationSubjects } from './organization-subjects.ts';

const crud = ['read', 'create', 'edit', 'delete'];

export interface BuiltInRole {
  /** Does not differ between servers, because clients store it. */
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly rules: readonly Rule[];
}

const read = (...subjects: string[]): Rule[] => subjects.map((subject) => ({ subject, action: ['read'] }));

/** The roles that every organization has. */
export const builtInOrganizationRoles: readonly BuiltInRole[] = [
  {
    id: 'b11b49a9-09a9-4443-916a-4246f9ff2c69',
    slug: 'admin',
    name: 'Admin',
    description: 'May do everything in the organization.',
    rules: [...organizationSubjects].map(([subject, action]) => ({ subject, action })),
  },
  {
    id: 'b11b49a9-09a9-4443-916a-4246f9ff2c70',
    slug: 'member',
    name: 'Member',
    description: 'May look around, and create projects and machine identities.',
    rules: [
      { subject: 'workspace', action: ['create'] },
      { subject: 'project', action: ['create', 'request-access'] },
      ...read('member', 'groups', 'role', 'settings', 'billing', 'incident-contact', 'certificate-manager'),
      { subject: 'identity', action: crud },
      { subject: 'secret-scanning', action: crud },
      { subject: 'app-connections', action: ['connect'] },
      { subject: 'gateway', action: ['list-gateways', 'create-gateways', 'attach-gateways'] },
      { subject: 'gateway-pool', action: ['list-gateway-pools', 'create-gateway-pools', 'attach-gateway-pools'] },
      { subject: 'relay', action: ['list-relays', 'create-relays', 'edit-relays'] },
      { subject: 'machine-identity-auth-template', action: ['list-templates', 'attach-templates', 'unlink-templates'] },
    ],
  },
  {
    id: 'b10d49a9-09a9-4443-916a-4246f9ff2c72',
    slug: 'no-access',
    name: 'No Access',
    description: 'May do nothing until given something.',
    rules: [],
  },
];

const rulesBySlug = new Map(builtInOrganizationRoles.map(({ slug, rules }) => [slug, rules]));

/** The rules of a role; an unknown role grants nothing. */
export const organizationRules = ({ role, permissions }: RoleWithRules): readonly Rule[] =>
  (role === 'custom' ? permissions : rulesBySlug.get(role)) ?? [];
