import { expect } from 'chai';
import { rmSync } from 'node:fs';
import { expectError } from '../../support/expect/expect.ts';
import { newInstance, type InstanceWorld } from '../../support/world/instance.ts';
import { daySeconds, newLicenceFile, onDay } from '../../support/fixtures/licences.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`getLicence [${kind}]`, () => {
    const place = newLicenceFile({ LICENCE_EVALUATION: 'on' });
    let world: InstanceWorld;
    before(async () => {
      world = await newInstance(kind, place.settings);
    });

    const get = async (as: { token: string } = world.root) => {
      const { status, body } = await world.call('getLicence', { as });
      expect(status).to.equal(200);
      return body;
    };

    const none = {
      source: 'none',
      id: null,
      licensee: null,
      organization: null,
      features: [],
      issuedAt: null,
      expiresAt: null,
      daysLeft: null,
      isExpiring: false,
    };
    const evaluation = {
      source: 'evaluation',
      id: 'evaluation',
      licensee: 'Evaluation',
      organization: '*',
      features: ['eventSubscriptions'],
      issuedAt: '2030-01-01T00:00:00.000Z',
      expiresAt: '2030-01-31T00:00:00.000Z',
      daysLeft: 30,
      isExpiring: false,
    };

    it('returns the evaluation, and that the file does not exist', async () => {
      expect(await get()).to.deep.equal({ licence: { ...evaluation, problem: 'The licence file does not exist.' } });
    });

    it('returns the current licence of the file', async () => {
      const { id } = place.put({ expiresAt: onDay(20) });
      const licence = {
        ...evaluation,
        source: 'file',
        id,
        licensee: 'Acme Rockets',
        issuedAt: '2029-12-31T00:00:00.000Z',
        expiresAt: '2030-01-21T00:00:00.000Z',
        daysLeft: 20,
        problem: null,
      };
      expect(await get()).to.deep.equal({ licence });
      expect(await get(world.machine)).to.deep.equal({ licence });
      rmSync(place.file);
      expect((await get()).licence).to.include({ source: 'evaluation', problem: 'The licence file does not exist.' });
    });

    it('returns an organization, whether or not it exists here', async () => {
      const organization = await world.newOrganization();
      place.put({ organization: organization.id });
      expect((await get()).licence).to.include({ source: 'file', organization: organization.id, problem: null });
      const foreign = '00000000-0000-4000-8000-000000000000';
      place.put({ organization: foreign });
      expect((await get()).licence).to.deep.include({ source: 'evaluation', organization: '*' });
      expect((await get()).licence.problem).to.contain(
        `is for the organization ${foreign}, which does not exist on this server`,
      );
    });

    it('returns only the reason after everything has expired', async () => {
      place.put({ expiresAt: onDay(5) });
      expect((await get()).licence).to.include({ source: 'file', daysLeft: 5, isExpiring: true });
      await world.clock.later(5 * daySeconds, async () => {
        const { licence } = await get(world.machine);
        expect(licence).to.include({
          source: 'evaluation',
          daysLeft: 25,
          isExpiring: false,
          problem: 'The licence of Acme Rockets expired at 2030-01-06T00:00:00.000Z.',
        });
      });
      await world.clock.later(30 * daySeconds, async () => {
        expect(await get(world.machine)).to.deep.equal({
          licence: { ...none, problem: 'The licence of Acme Rockets expired at 2030-01-06T00:00:00.000Z.' },
        });
      });
    });

    it('is allowed for instance administrators', async () => {
      const organization = await world.newOrganization();
      expectError(
        await world.call('getLicence', { as: await world.newUser(organization, 'admin') }),
        403,
        'ForbiddenError',
      );
      const machine = await world.newIdentity(organization, 'no-access');
      expectError(await world.call('getLicence', { as: machine }), 403, 'ForbiddenError');
      await world.makeInstanceAdmin(machine);
      await get(machine);
    });
  });
}
