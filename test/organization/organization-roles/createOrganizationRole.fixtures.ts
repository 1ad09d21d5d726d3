import type { Rule } from '../../../src/access/rule.ts';
import type { World } from '../../support/world/world.ts';

export const given = { slug: 'auditor', name: 'Auditor', permissions: [{ subject: 'audit-logs', action: 'read' }] };

/** An organization with a user who has this role or these rules, and creates roles. */
export const createRoleSetting =
  (world: () => World) =>
  async (held: string | Rule[] = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(
      organization,
      typeof held === 'string' ? held : await world().newRole(organization, held),
    );
    const create = (body?: unknown) => world().call('createOrganizationRole', { as, body });
    const createWith = (permissions: unknown[]) =>
      create({ ...given, slug: `role-${world().server.parts.ids.uuid()}`, permissions });
    return { organization, as, create, createWith };
  };
