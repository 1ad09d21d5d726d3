import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import { Ability, organizationActions } from '../../src/access/ability.ts';
import { permanently } from '../../src/access/grant.ts';
import { grantedBy } from '../../src/access/granted-rules.ts';
import { missingPermissions } from '../../src/access/permission-boundary.ts';
import { now } from './arbitraries.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;

describe('grantedBy', () => {
  const held = { subject: 'app-connections', action: ['read', 'edit'], inverted: true };
  const allow = (action: string, conditions?: Rule['conditions']): Rule => ({
    subject: 'app-connections',
    action: [action],
    ...(conditions && { conditions }),
  });

  it('is everything after the change', async () => {
    expect(grantedBy([], [allow('read')])).to.deep.equal([allow('read')]);
    expect(grantedBy([allow('delete')], [allow('read')])).to.deep.equal([allow('read')]);
  });

  it('includes what is no longer denied, action by action', async () => {
    expect(grantedBy([held], [])).to.deep.equal([allow('read'), allow('edit')]);
    expect(grantedBy([held], [held])).to.deep.equal([held]);
    const rest = { ...allow('read'), inverted: true };
    expect(grantedBy([held], [rest])).to.deep.equal([rest, allow('edit')]);
  });

  it('treats a deny as removed when it remains only with conditions', async () => {
    const narrowed = { ...held, conditions: { connectionId: 'a' } };
    expect(grantedBy([held], [narrowed]).slice(1)).to.deep.equal([allow('read'), allow('edit')]);
    expect(grantedBy([narrowed], [])).to.deep.equal([
      allow('read', { connectionId: 'a' }),
      allow('edit', { connectionId: 'a' }),
    ]);
  });

  it('handles the largest changes', async () => {
    const rules = (inverted: boolean): Rule[] =>
      Array.from({ length: 200 }, (_, number) => ({
        subject: 'app-connections',
        action: ['read', 'create', 'edit', 'delete', 'connect', 'rotate-credentials'],
        inverted,
        conditions: {
          connectionId: { $in: Array.from({ length: 20 }, (__, index) => `connection-${number}-${index}`) },
        },
      }));
    const ability = new Ability(
      [{ source, rules: [...rules(true), ...rules(false)], startsAt: null, endsAt: null }],
      undefined,
      organizationActions,
    );
    expect(
      await missingPermissions(
        ability,
        { rules: grantedBy(rules(true), rules(false)), during: permanently },
        organizationActions,
        now,
      ),
    ).to.have.length(2400);
  });
});
