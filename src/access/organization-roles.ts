import type { Rule } from './rules.ts';

const all = ['read', 'create', 'edit', 'delete'];

/** The built-in roles of an organization, over the subjects that have operations behind them. */
const rulesOfRole: ReadonlyMap<string, readonly Rule[]> = new Map([
  ['admin', [{ subject: 'settings', action: all }]],
  ['member', [{ subject: 'settings', action: ['read'] }]],
  ['no-access', []],
]);

/** An unknown role grants nothing. */
export const organizationRules = (role: string): readonly Rule[] => rulesOfRole.get(role) ?? [];
