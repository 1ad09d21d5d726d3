import { expect } from 'chai';
import { keepRenewed } from '../../src/cli/leases/renewal.ts';
import { ApiClient } from '../../src/cli/server/client.ts';
import { createStores } from '../../src/stores.ts';
import { ofInstance } from '../../src/transaction-keys.ts';
import { Follower } from '../support/clients/followers.ts';
import {
  newDynamicSecrets,
  revokeDue,
  TargetDatabase,
  totpProvider,
  type DynamicSecrets,
} from '../support/fixtures/dynamic-secrets.ts';
import { CommandLine } from '../support/world/command-line.ts';
import { sallyport } from '../support/world/program.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('the commands for dynamic secrets', () => {
  let world: World;
  let target: TargetDatabase;
  let setting: DynamicSecrets;
  let line: CommandLine;
  let leaser: { readonly token: string };
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
    target = await TargetDatabase.start();
  });
  beforeEach(async () => {
    setting = await newDynamicSecrets(world);
    leaser = await setting.newLeaser();
    line = new CommandLine(login);
  });
  afterEach(async () => expect(await target.users()).to.deep.equal([]));

  const login = (): Record<string, string> => ({ SALLYPORT_URL: world.server.url, SALLYPORT_TOKEN: leaser.token });
  const createDatabase = ({ inputs = {}, name = 'db', of = target } = {}) =>
    setting.create({ type: 'sql-database', inputs: { ...of.inputs, ...inputs } }, { name });
  const reference = (name = 'db'): string => `${setting.project.slug}:dev:/app/${name}`;
  const shell = (script: string): string[] => ['--', 'sh', '-c', script];

  describe('lease', () => {
    /** Starts a program that runs until a signal, and returns its credentials. */
    const startServing = async () => {
      const script = 'trap "exit 9" TERM INT; echo "$DB_USERNAME $DB_PASSWORD"; while :; do sleep 0.1; done';
      const child = sallyport(['lease', reference(), '--ttl', '10m', ...shell(script)], login());
      const follower = new Follower(child, leaser.token);
      const [, username, password] = await follower.waitForOutput('out', /^(\S+) (\S+)\n/);
      return { follower, credentials: { DB_USERNAME: username!, DB_PASSWORD: password! } };
    };

    it('gives a program credentials that work while it runs, and end with it, also by a signal', async () => {
      await createDatabase();
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const { follower, credentials } = await startServing();
        const client = await target.login(credentials);
        await client.query('SELECT a FROM reports');
        await client.end();
        expect((await setting.leases('db')).map(({ expireAt }) => expireAt)).to.deep.equal([
          '2030-01-01T00:10:00.000Z',
        ]);
        expect(await follower.end(signal)).to.equal(9);
        expect(follower.err).to.equal('');
        expect(await setting.leases('db')).to.deep.equal([]);
        expect(await target.users()).to.deep.equal([]);
      }
    });

    it('exits as its program does, and leaves no lease of one that cannot be started', async () => {
      await createDatabase();
      expect((await line.bad(7, ['lease', reference(), ...shell('exit 7')])).err).to.equal('');
      await line.bad(137, ['lease', reference(), ...shell('kill -9 $$')]);
      await line.bad(127, ['lease', reference(), '--', 'no-such-program']);
      expect(await setting.leases('db')).to.deep.equal([]);
    });

    it('leaves no lease if a signal ends it before its program has begun', async () => {
      const { creationStatement } = target.inputs;
      const slow = `SELECT pg_advisory_xact_lock(1); ${String(creationStatement)}`;
      await createDatabase({ inputs: { creationStatement: slow } });
      await target.query('SELECT pg_advisory_lock(1)');
      const child = sallyport(['lease', reference(), ...shell('echo started')], login());
      const follower = new Follower(child, leaser.token);
      const waiting = () => target.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      while ((await waiting()).rowCount === 0) continue;
      child.kill('SIGTERM');
      await target.query('SELECT pg_advisory_unlock(1)');
      expect(await follower.ended()).to.equal(128 + 15);
      expect(follower.out).to.equal('');
      expect(await setting.leases('db')).to.deep.equal([]);
    });

    it('says which dynamic secrets there are', async () => {
      await createDatabase({ name: 'reporting-db' });
      const { err } = await line.bad(1, ['lease', reference('reportingdb'), 'true']);
      expect(err).to.include("no dynamic secret 'reportingdb'").and.include('Did you mean reporting-db?');
      expect((await line.bad(2, ['lease', 'a:b', 'true'])).err).to.include('rockets:prod:/app/reporting-db');
      const elsewhere = ['lease', 'reporting-db', '--project', setting.project.slug, '--env', 'dev', 'true'];
      expect((await line.bad(1, elsewhere)).err).to.include('There are none.');
      await line.good([...elsewhere.slice(0, -1), '--path', 'app', 'true']);
    });

    it('passes on what is no text, and what a certificate needs', async () => {
      await setting.create(totpProvider, { name: 'portal' });
      const { out } = await line.good(['lease', reference('portal'), ...shell('echo "$TOTP $TIME_REMAINING"')]);
      expect(out).to.match(/^\d{6} \d+\n$/);
      await setting.create({ type: 'ssh', inputs: { principals: ['deploy', 'ops'] } }, { name: 'ssh' });
      const { out: key } = await line.good([
        'lease',
        reference('ssh'),
        '--principals',
        'deploy,ops',
        ...shell('echo "$SIGNED_KEY"'),
      ]);
      expect(key).to.match(/^ssh-ed25519-cert-v01@openssh\.com /);
      expect((await line.bad(1, ['lease', reference('ssh'), 'true'])).err).to.include('config.principals');
    });

    it('says if the credentials could not be revoked, and exits as the program did', async () => {
      const other = await TargetDatabase.start();
      await createDatabase({ of: other });
      const { follower } = await startServing();
      await other.proxy.cut();
      expect(await follower.end()).to.equal(9);
      expect(follower.err).to.match(/^The lease of \w+ is not revoked yet: .*ECONNREFUSED.* goes on trying\.$/m);
      await other.proxy.start();
      await revokeDue(world, 3600);
      expect(await other.users()).to.deep.equal([]);
    });
  });

  describe('renewing while a program runs', () => {
    const renewing = async (maxTTL: string | null) => {
      await setting.create(totpProvider, { name: 'portal', maxTTL });
      const { lease, dynamicSecret } = await setting.lease('portal', { ttl: '30m' });
      const client = new ApiClient(world.server.url, leaser.token);
      const ends: string[] = [];
      const pauses: number[] = [];
      const reports: string[] = [];
      const renew = async (milliseconds: number) => {
        const body = { ...setting.place, ttl: `${milliseconds}ms` };
        const answer = await client.call('renewDynamicSecretLease', { params: { leaseId: lease.id }, body });
        ends.push(answer.lease.expireAt.slice(11, 16));
        return answer.lease;
      };
      return {
        lease,
        ends,
        pauses,
        reports,
        run: (pause: (milliseconds: number) => Promise<void>) =>
          keepRenewed(lease, dynamicSecret, {
            renew,
            pause: (milliseconds) => {
              pauses.push(Math.round(milliseconds / 60_000));
              return pause(milliseconds);
            },
            report: (text) => void reports.push(text),
          }),
      };
    };

    it('does so before each end, up to the longest life', async () => {
      const { run, ends, pauses, reports } = await renewing('100m');
      await run(() => Promise.resolve());
      expect(ends).to.deep.equal(['01:00', '01:30', '01:40']);
      expect(pauses.slice(0, 2)).to.deep.equal([20, 40]);
      expect(reports).to.deep.equal(['The lease ends at 2030-01-01T01:40:00.000Z: no lease may be longer than 100m.']);
    });

    it('ends when somebody has revoked the lease', async () => {
      const { run, ends, reports, lease } = await renewing(null);
      await run(async () => void (ends.length === 2 && (await setting.revoke(lease.id))));
      expect(ends).to.deep.equal(['01:00', '01:30']);
      expect(reports.join()).to.match(/^The lease is not renewed: .*Dynamic secret lease with ID/);
    });

    it('tries again after ever shorter times while it fails, and reports it once', async () => {
      const { lease, pauses, reports } = await renewing(null);
      const failing = keepRenewed(
        lease,
        { maxTTL: null },
        {
          renew: () => new ApiClient('http://127.0.0.1:9', leaser.token).call('getStatus') as never,
          pause: (milliseconds) => Promise.resolve(void pauses.push(Math.round(milliseconds / 1000))),
          report: (text) => void reports.push(text),
        },
      );
      await failing;
      expect(pauses).to.deep.equal([1200, 400, 133, 44, 15, 5]);
      expect(reports).to.have.length(1);
    });
  });

  describe('leases', () => {
    it('are listed, renewed and revoked', async () => {
      await createDatabase();
      expect((await line.good(['leases', 'list', reference()])).err).to.include('has no leases');
      const { lease, data } = await setting.lease('db');
      const { out } = await line.good(['leases', 'list', reference()]);
      expect(out).to.match(/^USER +CREATED +UNTIL +ID +STATUS\n/);
      for (const part of [data.DB_USERNAME, '2030-01-01T01:00:00Z', lease.id]) expect(out).to.include(part);
      expect(out).not.to.include(data.DB_PASSWORD);
      const { err } = await line.good(['leases', 'renew', reference(), data.DB_USERNAME, '--ttl', '30m']);
      expect(err).to.include('until 2030-01-01T01:30:00Z');
      expect((await line.bad(1, ['leases', 'revoke', reference(), 'x', '--yes'])).err).to.include(data.DB_USERNAME);
      await line.bad(2, ['leases', 'revoke', reference(), lease.id]);
      await line.good(['leases', 'revoke', reference(), lease.id, '--yes']);
      expect(JSON.parse((await line.good(['leases', 'list', reference(), '--json'])).out)).to.deep.equal([]);
    });

    it('wait after a restore until an administrator of the instance lets the server go on', async () => {
      const { database } = world.server.parts;
      const at = '2030-01-01T00:00:00.000Z';
      await database.transaction(ofInstance, ({ db }) => Promise.resolve(createStores(db).instance.holdLeases(at)));
      expect((await line.bad(1, ['leases', 'resume'])).err).not.to.include('waited since');
      const administrator = setting.admin;
      await world.makeInstanceAdmin(administrator);
      const other = new CommandLine(() => ({ ...login(), SALLYPORT_TOKEN: administrator.token }));
      expect((await other.good(['leases', 'resume'])).err).to.include('They had waited since 2030-01-01T00:00:00Z.');
      expect((await other.good(['leases', 'resume'])).err).to.include('did not wait');
    });

    it('that cannot be revoked show why, and are forgotten only if that is asked for', async () => {
      const other = await TargetDatabase.start();
      await createDatabase({ of: other });
      const { lease, data } = await setting.lease('db');
      await other.proxy.cut();
      const revoke = ['leases', 'revoke', reference(), lease.id, '--yes'];
      expect((await line.bad(1, revoke)).err).to.match(/not revoked yet: .*ECONNREFUSED/);
      expect((await line.good(['leases', 'list', reference()])).out).to.match(/not revoked yet: .*ECONNREFUSED/);
      await line.good([...revoke, '--force']);
      expect(await setting.leases('db')).to.deep.equal([]);
      await other.proxy.start();
      expect(await other.users()).to.deep.equal([data.DB_USERNAME]);
      await other.query(`DROP ROLE "${data.DB_USERNAME}"`);
    });
  });
});
