import type { Rule } from '../../src/access/rule.ts';
import { Ability, projectActions } from '../../src/access/ability.ts';
import { missingPermissions } from '../../src/access/permission-boundary.ts';
import { permanently, type Grant } from '../../src/access/grant.ts';
import type { Values } from '../../src/access/templates.ts';
import { now } from './arbitraries.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const holder: Values = { id: 'me', username: 'me', metadata: { Host: '*.Corp.example', part: 'Corp' }, authValues: {} };
export const abilityOf = (rules: readonly Rule[]) =>
  new Ability([{ source, rules, startsAt: null, endsAt: null } satisfies Grant], holder, projectActions);

export const rule = (commonName: unknown, inverted = false): Rule => ({
  subject: 'certificates',
  action: 'create',
  conditions: { commonName },
  inverted,
});
export const everything: Rule = { subject: 'certificates', action: 'create' };

export const isAllowed = (rules: readonly Rule[], commonName: string): boolean =>
  abilityOf(rules).decide('create', 'certificates', { commonName }, now).isAllowed;
export const allows = (condition: unknown, name: string): boolean => isAllowed([rule(condition)], name);
export const denies = (condition: unknown, name: string): boolean =>
  !isAllowed([everything, rule(condition, true)], name);
export const isGrantable = async (held: readonly Rule[], granted: readonly Rule[]): Promise<boolean> =>
  (
    await missingPermissions(
      abilityOf(held),
      { rules: granted, during: permanently, values: holder },
      projectActions,
      now,
    )
  ).length === 0;
