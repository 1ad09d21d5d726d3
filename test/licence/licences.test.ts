import { expect } from 'chai';
import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Feature } from '../../src/licence/document.ts';
import { ServiceError } from '../../src/platform/errors.ts';
import { SigningKey } from '../../src/platform/crypto/signatures.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { daySeconds, newLicenceFile, onDay, vendorKey, type LicenceFile } from '../support/fixtures/licences.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

const feature: Feature = 'eventSubscriptions';

const startedWith = async (place: LicenceFile): Promise<World> =>
  ownWorld({ ...(await newStorage('sqlite')), ...place.settings });

const linesOf = (world: World, message: string): any[] =>
  world
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line));

const problemsOf = (world: World): string[] => linesOf(world, 'licence problem').map(({ problem }) => problem);

describe('licences', () => {
  let place: LicenceFile;
  beforeEach(() => {
    place = newLicenceFile();
  });

  const status = async (world: World) => {
    await world.server.parts.licences.refresh();
    return world.server.parts.licences.status;
  };

  it('enable a feature for all organizations, with its end', async () => {
    const licence = place.put();
    const world = await startedWith(place);
    const { licences } = world.server.parts;
    const anybody = randomUUID();
    expect(licences.has(anybody, feature)).to.equal(true);
    expect(licences.endsAt(anybody, feature)).to.deep.equal(licence.expiresAt);
    expect(() => licences.require(anybody, feature)).not.to.throw();
    expect(licences.has(anybody, feature, new Date(licence.expiresAt.getTime() - 1))).to.equal(true);
    expect(licences.has(anybody, feature, licence.expiresAt)).to.equal(false);
    expect(licences.has(anybody, feature, licence.issuedAt)).to.equal(true);
    expect(licences.has(anybody, feature, new Date(licence.issuedAt.getTime() - 1))).to.equal(false);
    expect(problemsOf(world)).to.deep.equal([]);
    expect(linesOf(world, 'licence active')).to.have.length(1);
    expect(linesOf(world, 'licence active')[0]).to.include({
      level: 'info',
      source: 'file',
      licenceId: licence.id,
      licensee: 'Acme Rockets',
      expiresAt: '2030-04-11T00:00:00.000Z',
    });
  });

  it('enable it for the organization that they name', async () => {
    const world = await startedWith(place);
    const { licences } = world.server.parts;
    const organization = await world.newOrganization();
    place.put({ organization: organization.id });
    expect(await status(world)).to.include({ source: 'file', problem: null });
    expect(licences.has(organization.id, feature)).to.equal(true);
    expect(licences.has((await world.newOrganization()).id, feature)).to.equal(false);
  });

  it('enable only the features that they name', async () => {
    place.put({ features: ['somethingElse'] });
    const { licences } = (await startedWith(place)).server.parts;
    expect(licences.has(randomUUID(), feature)).to.equal(false);
    expect(licences.endsAt(randomUUID(), feature)).to.equal(undefined);
  });

  it('that are missing cause a 400 response that says what to do', async () => {
    const { licences } = (await startedWith(place)).server.parts;
    try {
      licences.require(randomUUID(), feature);
    } catch (error) {
      expect(error).to.be.instanceOf(ServiceError);
      expect(error).to.include({ status: 400, name: 'BadRequest' });
      expect((error as Error).message)
        .to.contain('not available on your current plan')
        .and.to.contain('LICENCE_FILE');
      return;
    }
    throw new Error('it was allowed');
  });

  it('with two trusted keys are verified with the named one', async () => {
    const newKey = SigningKey.generate('ES256');
    place = newLicenceFile({ LICENCE_PUBLIC_KEY: `${vendorKey.public.toPem()}${newKey.public.toPem()}` });
    const world = await startedWith(place);
    for (const key of [vendorKey, newKey]) {
      const { id } = place.put({}, key);
      expect((await status(world)).licence).to.include({ id });
    }
  });

  const otherKey = SigningKey.generate('EdDSA');

  const refusals: [string, (place: LicenceFile) => void, string][] = [
    ['is not there', () => undefined, 'The licence file does not exist.'],
    ['is a directory', ({ file }) => mkdirSync(file), 'The licence file cannot be read: it is not a file.'],
    [
      'is a pipe without a writer',
      ({ file }) => void execFileSync('mkfifo', [file]),
      'The licence file cannot be read: it is not a file.',
    ],
    [
      'is empty',
      ({ file }) => writeFileSync(file, ''),
      'The licence is malformed: it does not consist of three parts separated by dots.',
    ],
    [
      'is one byte too large',
      ({ file }) => writeFileSync(file, 'a'.repeat(16_385)),
      'The licence file is larger than 16384 bytes, the most that a licence can have.',
    ],
    [
      'has the maximum size and invalid content',
      ({ file }) => writeFileSync(file, 'a'.repeat(16_384)),
      'The licence is malformed: it does not consist of three parts separated by dots.',
    ],
    [
      'is binary',
      ({ file }) => writeFileSync(file, Buffer.from([0xff, 0x2e, 0xfe, 0x2e, 0x00])),
      'The licence is malformed: its header is not a JSON object in base64url.',
    ],
    [
      'is signed by another vendor',
      (at) => at.put({}, otherKey),
      `The licence is signed with the key ${otherKey.public.id}, which LICENCE_PUBLIC_KEY does not contain.`,
    ],
    [
      'expires at this moment',
      (at) => at.put({ expiresAt: onDay(0) }),
      'The licence of Acme Rockets expired at 2030-01-01T00:00:00.000Z.',
    ],
    [
      'is not valid yet',
      (at) => at.put({ issuedAt: onDay(1) }),
      'The licence of Acme Rockets is not valid before 2030-01-02T00:00:00.000Z.',
    ],
    [
      'is for an unknown organization',
      (at) => at.put({ organization: '00000000-0000-4000-8000-000000000000' }),
      'The licence of Acme Rockets is for the organization 00000000-0000-4000-8000-000000000000, which does not exist on this server: it grants nothing here.',
    ],
  ];

  for (const [what, prepare, problem] of refusals) {
    it(`report the reason if the file ${what}, and the server starts without the feature`, async () => {
      prepare(place);
      const world = await startedWith(place);
      expect(world.server.parts.licences.status).to.deep.include({
        source: 'none',
        licence: undefined,
        daysLeft: null,
        isExpiring: false,
        problem,
      });
      expect(world.server.parts.licences.has(randomUUID(), feature)).to.equal(false);
      expect(problemsOf(world)).to.deep.equal([problem]);
      expect((await world.send('GET', '/api/status')).status).to.equal(200);
    });
  }

  it('report the reason if the file cannot be read', async () => {
    place.put();
    const below = newLicenceFile({ LICENCE_FILE: `${place.file}/below-a-file` });
    expect((await startedWith(below)).server.parts.licences.status.problem).to.equal(
      'The licence file cannot be read: ENOTDIR.',
    );
  });

  it('are loaded, replaced and removed while the server runs', async () => {
    const world = await startedWith(place);
    const { licences } = world.server.parts;
    const organizationId = randomUUID();
    let changes = 0;
    const stop = licences.onChange(() => (changes += 1));

    const first = place.put();
    await licences.refresh();
    await licences.refresh();
    expect(licences.endsAt(organizationId, feature)).to.deep.equal(first.expiresAt);
    expect(changes).to.equal(1);

    // Atomically: another file is moved into place.
    const next = newLicenceFile();
    const second = next.put({ expiresAt: onDay(200) });
    renameSync(next.file, place.file);
    await licences.refresh();
    expect(licences.endsAt(organizationId, feature)).to.deep.equal(second.expiresAt);
    expect(changes).to.equal(2);

    truncateSync(place.file, 100);
    await licences.refresh();
    expect(licences.has(organizationId, feature)).to.equal(false);
    expect(changes).to.equal(3);

    place.put();
    await licences.refresh();
    expect(licences.has(organizationId, feature)).to.equal(true);
    rmSync(place.file);
    await licences.refresh();
    expect(licences.has(organizationId, feature)).to.equal(false);
    expect(licences.status.problem).to.equal('The licence file does not exist.');
    expect(changes).to.equal(5);

    stop();
    place.put();
    await licences.refresh();
    expect(changes).to.equal(5);
  });

  it('are checked by the server every few seconds', async () => {
    const { licences } = (await startedWith(place)).server.parts;
    const change = new Promise<void>((resolve) => void licences.onChange(resolve));
    place.put();
    await change;
    expect(licences.has(randomUUID(), feature)).to.equal(true);
  });

  it('start and end with the clock, and notify event subscribers', async () => {
    place.put({ issuedAt: onDay(1), expiresAt: onDay(3) });
    const world = await startedWith(place);
    const { licences } = world.server.parts;
    let changes = 0;
    licences.onChange(() => (changes += 1));
    await world.clock.later(daySeconds, async () => {
      expect(await status(world)).to.include({ source: 'file', daysLeft: 2, problem: null });
      expect(changes).to.equal(1);
      await world.clock.later(2 * daySeconds - 0.001, async () =>
        expect(await status(world)).to.include({ source: 'file', daysLeft: 1 }),
      );
      await world.clock.later(2 * daySeconds, async () => {
        expect(await status(world)).to.include({
          source: 'none',
          problem: 'The licence of Acme Rockets expired at 2030-01-04T00:00:00.000Z.',
        });
        expect(changes).to.equal(2);
        expect(problemsOf(world)).to.have.length(2);
      });
    });
  });

  it('that end within 14 days are logged at the start and once a day, others are not', async () => {
    place.put({ expiresAt: new Date(onDay(14).getTime() + 1) });
    const world = await startedWith(place);
    const announced = () => linesOf(world, 'licence expires soon').map(({ level, daysLeft }) => ({ level, daysLeft }));
    expect(await status(world)).to.include({ daysLeft: 15, isExpiring: false });
    expect(announced()).to.deep.equal([]);
    place.put({ expiresAt: onDay(14) });
    expect(await status(world)).to.include({ daysLeft: 14, isExpiring: true });
    await world.clock.later(daySeconds - 1, () => status(world));
    expect(announced()).to.deep.equal([{ level: 'warn', daysLeft: 14 }]);
    await world.clock.later(daySeconds, () => status(world));
    await world.clock.later(daySeconds + 60, () => status(world));
    await world.clock.later(2 * daySeconds, () => status(world));
    expect(announced().map(({ daysLeft }) => daysLeft)).to.deep.equal([14, 13, 12]);

    const again = await startedWith(place);
    expect(linesOf(again, 'licence expires soon')).to.have.length(1);
  });

  it('never appear completely in the log', async () => {
    // How every token begins; fewer letters could occur in a request id.
    const start = 'eyJhbGci';
    place.put();
    expect(readFileSync(place.file, 'utf8')).to.contain(start);
    const world = await startedWith(place);
    expect(world.logged()).to.contain('Acme Rockets').and.not.to.contain(start);
    writeFileSync(place.file, `${start}OiJFZERTQSJ9.${Buffer.from(scratchFolder()).toString('base64url')}.AAAA`);
    await status(world);
    expect(problemsOf(world)).to.have.length(1);
    expect(world.logged()).not.to.contain(start);
  });
});
