import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LicenceProblem, readLicence, writeLicence } from '../../src/licence/document.ts';
import { licenceKeysOf, ownLicenceKey } from '../../src/licence/own-key.ts';
import { RootKey } from '../../src/platform/crypto/keys.ts';
import { licenceView } from '../../src/resources/instance/licence/view.ts';
import { licenceOf, vendorKey } from '../support/fixtures/licences.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { waitForExit, sallyport, serve } from '../support/world/program.ts';
import { newStorage, ownWorld, type Environment } from '../support/world/world.ts';

const newRootKey = (): RootKey => new RootKey(randomBytes(32));

const licence = (args: string[], environment: Environment = {}) =>
  waitForExit(sallyport(['licence', ...args], environment));

const algorithms = ['ed25519', 'es256'] as const;

describe('sallyport licence', () => {
  interface Vendor {
    readonly key: string;
    readonly publicKey: string;
  }

  const newVendor = async (algorithm?: string): Promise<Vendor> => {
    const folder = join(scratchFolder(), 'keys');
    const { code, out, err } = await licence([
      'keygen',
      '--out',
      folder,
      ...(algorithm ? ['--algorithm', algorithm] : []),
    ]);
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    return { key: join(folder, 'licence-private.pem'), publicKey: /LICENCE_PUBLIC_KEY=(\S+)\n$/.exec(out)![1]! };
  };

  const issued = async ({ key }: Vendor, ...args: string[]): Promise<string> => {
    const file = join(scratchFolder(), 'acme.licence');
    const { code, out, err } = await licence([
      'issue',
      '--key',
      key,
      '--licensee',
      'Acme Rockets',
      '--organization',
      '*',
      '--out',
      file,
      ...args,
    ]);
    expect({ code, out }, err).to.deep.equal({ code: 0, out: '' });
    return file;
  };

  describe('keygen', () => {
    it('creates two files, the private one readable only by its owner, and overwrites neither', async () => {
      const folder = join(scratchFolder(), 'new', 'keys');
      const [privateFile, publicFile] = [join(folder, 'licence-private.pem'), join(folder, 'licence-public.pem')];
      const { code, out } = await licence(['keygen', '--out', folder]);
      expect(code).to.equal(0);
      expect(statSync(privateFile).mode & 0o777).to.equal(0o600);
      const [privatePem, publicPem] = [readFileSync(privateFile, 'utf8'), readFileSync(publicFile, 'utf8')];
      expect(privatePem).to.match(/^-----BEGIN PRIVATE KEY-----/);
      expect(publicPem).to.match(/^-----BEGIN PUBLIC KEY-----/);
      expect(out).not.to.contain(privatePem.split('\n')[1]);

      const again = await licence(['keygen', '--out', folder]);
      expect(again).to.deep.include({ code: 1, out: '' });
      expect(again.err).to.equal(
        `${privateFile} already exists. Existing licences need it, so it is not overwritten.\n`,
      );
      expect([readFileSync(privateFile, 'utf8'), readFileSync(publicFile, 'utf8')]).to.deep.equal([
        privatePem,
        publicPem,
      ]);

      const half = scratchFolder();
      writeFileSync(join(half, 'licence-public.pem'), 'mine');
      expect((await licence(['keygen', '--out', half])).code).to.equal(1);
      expect(existsSync(join(half, 'licence-private.pem'))).to.equal(false);
    });

    it('supports two types of keys', async () => {
      expect((await licence(['keygen', '--out', scratchFolder(), '--algorithm', 'rsa'])).code).to.equal(2);
      expect((await licence(['keygen'])).err).to.contain('--out');
    });
  });

  describe('issue', () => {
    let vendor: Vendor;
    before(async () => {
      vendor = await newVendor();
    });

    const given = (...args: string[]) =>
      licence(['issue', '--key', vendor.key, '--organization', '*', '--licensee', 'Acme', ...args]);

    it('prints the licence, or writes it to a new file', async () => {
      const { code, out, err } = await given('--days', '1');
      expect(code).to.equal(0);
      expect(out).to.match(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{86}\n$/);
      expect(err).to.match(/^Licence [0-9a-f-]{36} for Acme, until \S+Z\.\n$/);
      const file = await issued(vendor, '--days', '1');
      expect(readFileSync(file, 'utf8')).to.match(/^eyJ/);
      expect(await given('--days', '1', '--out', file))
        .to.deep.include({ code: 1, out: '' })
        .and.to.have.property('err')
        .that.contains(`${file} cannot be written`);
    });

    const refused: [string, string[], RegExp][] = [
      ['no end', [], /^Set the validity/],
      ['two ends', ['--days', '1', '--expires', '2099-01-01'], /^Set the validity/],
      ['no days', ['--days', '0'], /^--days must be/],
      ['too many days', ['--days', '36501'], /^--days must be/],
      ['a fraction of days', ['--days', '1.5'], /^--days must be/],
      ['an invalid date', ['--expires', '2099-02-30'], /^--expires must be a date/],
      ['a date in words', ['--expires', 'tomorrow'], /^--expires must be a date/],
      ['a time without an offset', ['--expires', '2099-01-01T00:00:00'], /^--expires must be a date/],
      ['the past', ['--expires', '2001-01-01'], /^--expires must be in the future/],
      ['an unknown feature', ['--days', '1', '--features', 'eventSubscriptions,flying'], /^Unknown feature "flying"/],
      ['an invalid organization', ['--days', '1', '--organization', 'acme'], /^--organization must be/],
      ['no licensee', ['--days', '1', '--licensee', ''], /^--licensee must be/],
      ['a licensee of two lines', ['--days', '1', '--licensee', 'Acme\nRockets'], /^--licensee must be/],
      ['a missing key', ['--days', '1', '--key', '/nowhere/key.pem'], /^\/nowhere\/key\.pem cannot be read/],
      [
        'an invalid key',
        ['--days', '1', '--key', join('openapi', 'openapi.yaml')],
        /does not contain an Ed25519 or P-256 private key/,
      ],
    ];
    for (const [what, args, reason] of refused) {
      it(`refuses ${what}`, async () => {
        const { code, out, err } = await given(...args);
        expect({ code, out }).to.deep.equal({ code: 1, out: '' });
        expect(err)
          .to.match(reason)
          .and.to.match(/^.*\n$/);
      });
    }
  });

  describe('issue --own', () => {
    it('licenses the server with these settings without an end, unless it has another issuer', async () => {
      const environment = { ...(await newStorage('sqlite')), LICENCE_EVALUATION: 'off' };
      const world = await ownWorld(environment);
      const { licences } = world.server.parts;
      expect(licences.has(randomUUID(), 'eventSubscriptions')).to.equal(false);
      const { publicKey } = await newVendor();
      const refused = await licence(['issue', '--own'], { ...environment, LICENCE_PUBLIC_KEY: publicKey });
      expect(refused).to.deep.include({ code: 1, out: '' });
      expect(refused.err).to.match(/^LICENCE_PUBLIC_KEY is set/);

      const issue = await licence(['issue', '--own'], environment);
      expect(issue, issue.err).to.deep.include({ code: 0, out: '' });
      await licences.refresh();
      expect(licences.has(randomUUID(), 'eventSubscriptions')).to.equal(true);
      expect(licenceView(licences.status)).to.include({ source: 'file', expiresAt: null, daysLeft: null });
      expect((await licence(['show'], environment)).out).to.match(/expires +never/);
      expect((await licence(['issue'])).code, 'neither --own nor --key').to.equal(2);
    });

    it('has no effect on a server with another issuer, or another root key', () => {
      const [mine, other] = [newRootKey(), newRootKey()];
      const text = writeLicence(ownLicenceKey(mine), licenceOf());
      expect(readLicence(text, licenceKeysOf({ licenceKeys: [] }, [other, mine]))).to.have.property(
        'organization',
        '*',
      );
      for (const keys of [
        licenceKeysOf({ licenceKeys: [vendorKey.public] }, [mine]),
        licenceKeysOf({ licenceKeys: [] }, [other]),
      ])
        expect(() => readLicence(text, keys)).to.throw(LicenceProblem, /is signed with the key/);
    });
  });

  describe('show', () => {
    for (const algorithm of algorithms) {
      it(`shows a licence that was signed with an ${algorithm} key`, async () => {
        const vendor = await newVendor(algorithm);
        const organization = randomUUID();
        const file = await issued(vendor, '--organization', organization, '--expires', '2099-01-01T02:00:00+02:00');
        const settings = { LICENCE_PUBLIC_KEY: vendor.publicKey };
        const { code, out, err } = await licence(['show', file], settings);
        expect({ code, err }).to.deep.equal({ code: 0, err: '' });
        expect(out).to.match(/^ {2}source +file\n {2}id +[0-9a-f-]{36}\n {2}licensee +Acme Rockets\n/);
        expect(out).to.match(
          / {2}features +eventSubscriptions\n {2}issued +\S+Z\n {2}expires +2099-01-01T00:00:00\.000Z {3}\(\d+ days left\)\n$/,
        );
        const json = JSON.parse((await licence(['show', file, '--json'], settings)).out);
        expect(json).to.include({
          source: 'file',
          organization,
          licensee: 'Acme Rockets',
          isExpiring: false,
          problem: null,
        });
      });
    }

    it('warns that it ends soon', async () => {
      const vendor = await newVendor();
      const file = await issued(vendor, '--days', '14');
      expect(await licence(['show', file], { LICENCE_PUBLIC_KEY: vendor.publicKey }))
        .to.deep.include({ code: 0 })
        .and.to.have.property('out')
        .that.contains('(soon: 14 days left)');
    });

    it('exits with 1 and the reason if it is invalid', async () => {
      const vendor = await newVendor();
      const settings = { LICENCE_PUBLIC_KEY: vendor.publicKey };
      const file = await issued(vendor, '--days', '1');
      const reasonFor = async (path: string, environment: Environment = settings) => {
        const { code, out, err } = await licence(['show', path], environment);
        expect({ code, out }).to.deep.equal({ code: 1, out: '' });
        return err;
      };
      expect(await reasonFor(file, {})).to.match(
        /^The licence is signed with the key [0-9a-f]{16}, which LICENCE_PUBLIC_KEY does not contain\.\n$/,
      );
      expect(await reasonFor(join(scratchFolder(), 'none'))).to.equal('The licence file does not exist.\n');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/..\n$/, '\n'));
      expect(await reasonFor(file)).to.match(/^The signature does not match the licence/);
      expect(await reasonFor(file, { LICENCE_PUBLIC_KEY: 'nonsense' })).to.match(/^LICENCE_PUBLIC_KEY must be /);
    });

    it('shows the licence of a server, running or stopped', async () => {
      const vendor = await newVendor();
      const environment: Environment = {
        DATA_DIR: join(scratchFolder(), 'data'),
        LICENCE_PUBLIC_KEY: vendor.publicKey,
      };
      const before = await licence(['show'], environment);
      expect(before).to.deep.include({ code: 1, out: '' });
      expect(before.err).to.match(/^There is no database yet\. .*\nThere is no licence\. Issue one .*\n$/);
      expect(existsSync(environment.DATA_DIR!)).to.equal(false);

      const server = await serve(environment);
      const running = await licence(['show'], environment);
      expect(running).to.deep.include({ code: 0, err: '' });
      expect(running.out).to.match(/source +evaluation\n[^]*\(30 days left\)\n$/);
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');

      expect((await licence(['show'], environment)).out).to.match(/source +evaluation\n/);
      expect((await licence(['show'], { ...environment, LICENCE_EVALUATION: 'off' })).err).to.match(
        /^There is no licence\./,
      );
      const LICENCE_FILE = await issued(vendor, '--days', '365');
      expect((await licence(['show'], { ...environment, LICENCE_FILE })).out).to.match(/source +file\n/);
      const foreign = await licence(['show'], {
        ...environment,
        LICENCE_FILE: await issued(vendor, '--days', '365', '--organization', randomUUID()),
      });
      expect(foreign.code).to.equal(1);
      expect(foreign.out).to.match(/source +evaluation\n/);
      expect(foreign.err).to.contain('which does not exist on this server');
    });
  });
});
