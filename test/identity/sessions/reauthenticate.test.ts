import { expect } from 'chai';
import { operations } from '../../../generated/operations.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('reauthenticate', (world) => {
  it('renews the sign-in of this session alone, without an organization too, and records it', async () => {
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    const credentials = { email: user.email, password: user.password };
    await world().call('login', { body: credentials });
    await world().clock.later(3600, async () => {
      const as = { token: user.loginToken };
      const response = await world().call('reauthenticate', { as, body: { password: user.password } });
      expect(response.status).to.equal(200);
      const { body } = await world().call('listOwnSessions', { as: user });
      const times = body.map((one: any) => [one.isCurrent, one.authenticatedAt, one.createdAt]);
      expect(times).to.have.deep.members([
        [true, '2030-01-01T01:00:00.000Z', '2030-01-01T00:00:00.000Z'],
        [false, '2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'],
      ]);
      const [entry] = await entriesWhere(world(), { actorId: user.id, eventType: 'reauthenticate' });
      expect(entry).to.deep.include({ organizationId: null });
      expect(entry!.eventMetadata).to.deep.equal({ userId: user.id, sessionId: user.sessionId });
    });
  });

  it('refuses a wrong password, records that, and counts as a login', async () => {
    expect(operations.reauthenticate.rateLimit).to.equal('login');
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    const stranger = await world().newUser(await world().newOrganization(), 'no-access');
    for (const password of ['wrong', `${stranger.password} `])
      expectError(await world().call('reauthenticate', { as: user, body: { password } }), 400, 'BadRequest');
    const [entry, ...more] = await entriesWhere(world(), { actorId: user.id, eventType: 'reauthenticate-failed' });
    expect(more).to.deep.equal([]);
    expect(JSON.stringify(entry)).not.to.contain(stranger.password);
    const { body } = await world().call('listOwnSessions', { as: user });
    expect(body[0].authenticatedAt).to.equal('2030-01-01T00:00:00.000Z');
  });
});
