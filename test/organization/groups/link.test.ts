import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError } from '../../support/expect/expect.ts';
import { groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';

interface Refusal {
  readonly body?: object;
  readonly message: RegExp;
  readonly permission: RegExp;
}

/** There are no parent organizations, so groups cannot be linked or unlinked. */
const testRefusing = (id: OperationId, { body, message, permission }: Refusal): void =>
  onEachDatabase(id, (world) => {
    const call = (as: { token: string }, groupId: string) => world().call(id, { as, params: { groupId }, body });

    it('returns 400 for a group of the organization, and changes nothing', async () => {
      const organization = await world().newOrganization();
      const group = await newGroup(world(), organization);
      const before = await groupsOf(world(), organization);
      expectError(await call(await world().newUser(organization, 'admin'), group.id), 400, 'BadRequest', message);
      expect(await groupsOf(world(), organization)).to.deep.equal(before);
    });

    it('checks the permission first, and does not find groups of another organization', async () => {
      const organization = await world().newOrganization();
      const foreign = await newGroup(world(), await world().newOrganization());
      for (const groupId of [foreign.id, 'no-such-group'])
        expectError(await call(await world().newUser(organization, 'admin'), groupId), 404, 'NotFound');
      for (const groupId of [foreign.id, (await newGroup(world(), organization)).id]) {
        expectError(
          await call(await world().newUser(organization, 'member'), groupId),
          403,
          'PermissionDenied',
          permission,
        );
      }
    });
  });

testRefusing('linkOrganizationGroup', {
  body: { roles: [{ role: 'member' }] },
  message: /already/,
  permission: /create groups/,
});

testRefusing('unlinkOrganizationGroup', { message: /belongs to the organization/, permission: /delete groups/ });
