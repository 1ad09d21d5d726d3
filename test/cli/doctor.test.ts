import { expect } from 'chai';
import { chmodSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { migrations } from '../../migrations/index.ts';
import { backupName } from '../../src/backups/schedule.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { TestApiServer } from '../support/clients/api-server.ts';
import { TestDirectory } from '../support/clients/directory.ts';
import { certificateFields, newAuthority } from '../support/fixtures/client-certificates.ts';
import { newDirectoryMachine } from '../support/fixtures/ldap-auth.ts';
import { keySetFields, newMachine } from '../support/fixtures/login-methods.ts';
import { newClusterMachine } from '../identity/kubernetes-auth/kubernetes.fixtures.ts';
import { newOidcMachine, withoutBinding } from '../support/fixtures/oidc-auth.ts';
import { waitForExit, sallyport, serve } from '../support/world/program.ts';
import { closeMailServers, TestMailServer } from '../support/clients/mail-server.ts';
import { newCertificate } from '../support/fixtures/tls-certificates.ts';
import { databaseKinds, newStorage, ownWorld, type Environment } from '../support/world/world.ts';

describe('sallyport doctor', () => {
  let data: string;
  beforeEach(() => {
    data = join(scratchFolder(), 'data');
  });
  const doctor = (environment: Environment = {}) =>
    waitForExit(sallyport(['doctor'], { DATA_DIR: data, ...environment }));
  const prepared = async (): Promise<void> => {
    expect((await waitForExit(sallyport(['migrate'], { DATA_DIR: data }))).code).to.equal(0);
  };

  it('finds no problem in a new installation, and creates nothing', async () => {
    const { code, out } = await doctor();
    expect(code).to.equal(0);
    expect(out)
      .to.match(/ok +settings/)
      .and.match(/note +data directory/)
      .and.match(/note +database/);
    expect(existsSync(data)).to.equal(false);
  });

  it('finds no problem while a server runs, and does not disturb it', async () => {
    const server = await serve({ DATA_DIR: data });
    const { code, out } = await doctor();
    expect(code, out).to.equal(0);
    expect(out).not.to.match(/WRONG/);
    expect(out)
      .to.match(/ok +database, SQLite [\d.]+, \d+ MiB\n/)
      .and.match(/ok +evaluation licence, until \d{4}-\d\d-\d\d\n/)
      .and.match(/ok +Sallyport .* on Node v\d|note +Sallyport .* on Node v\d/)
      .and.match(/\n\nNo problems\..*\n$/)
      .and.match(/ok +root key fits the database/)
      .and.match(/note +backup\n +There has never been one\. Set BACKUP_DIR/);
    expect((await fetch(`${server.url}/healthz`)).status).to.equal(200);
    server.child.kill('SIGTERM');
    expect((await once(server.child, 'exit'))[0]).to.equal(0);
  });

  const tls = (mode: number, key?: string): Environment => {
    const [folder, pair] = [scratchFolder(), newCertificate()];
    writeFileSync(join(folder, 'cert.pem'), pair.cert);
    writeFileSync(join(folder, 'key.pem'), key ?? pair.key);
    chmodSync(join(folder, 'key.pem'), mode);
    return { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  };

  it('finds no problem with a certificate and its key', async () => {
    const { code, out } = await doctor(tls(0o640));
    expect(code, out).to.equal(0);
    expect(out).to.match(/(ok +TLS certificate, until|note +TLS certificate\n +It ends on) \d{4}-\d\d-\d\d/);
    expect((await doctor()).out).not.to.include('TLS');
  });

  it('logs in to the mail server over TLS, and shows no password', async () => {
    const pair = newCertificate();
    const login = { user: 'ada', password: 'hunter2' };
    const caFile = join(scratchFolder(), 'ca.pem');
    writeFileSync(caFile, pair.cert);
    for (const isImplicit of [false, true]) {
      const server = await TestMailServer.start({ tls: { ...pair, isImplicit }, login });
      const url = (password: string): string => server.url.replace('://', `://ada:${password}@`);
      const environment = { NODE_EXTRA_CA_CERTS: caFile, MAIL_FROM: 'sallyport@example.com' };
      const right = await doctor({ ...environment, SMTP_URL: url('hunter2') });
      expect(right.out).to.match(
        new RegExp(`ok +mail from sallyport@example\\.com by smtps?://ada@${server.address}\n`),
      );
      const wrong = await doctor({ ...environment, SMTP_URL: url('hunter3') });
      expect(wrong.code).to.equal(1);
      expect(wrong.out).to.match(/WRONG +mail from .*\n +The mail server cannot be used \(EAUTH 535\)/);
      expect(right.out + wrong.out).not.to.include('hunter');
    }
    await closeMailServers();
  });

  it('says where scheduled backups are, and when the last one was made', async () => {
    await prepared();
    const BACKUP_DIR = scratchFolder();
    expect((await doctor({ BACKUP_DIR })).out).to.match(/note +backups in .*\n +There is none yet/);
    writeFileSync(join(BACKUP_DIR, backupName(new Date())), '');
    const { code, out } = await doctor({ BACKUP_DIR });
    expect(code, out).to.equal(0);
    expect(out).to.match(/(ok|note) +backups in .*, the last at \d{4}-/);
    expect((await doctor({ BACKUP_DIR: join(BACKUP_DIR, 'none') })).out).to.match(
      /note +backups in .*does not exist yet/s,
    );
  });

  const oldBackups = scratchFolder();

  const faults: readonly { name: string; make: () => void; environment?: Environment; says: RegExp }[] = [
    {
      name: 'invalid settings',
      make: () => undefined,
      environment: { PORT: 'many', LOG_LEVEL: 'loud' },
      says: /WRONG +settings\n +PORT must be[^]*LOG_LEVEL must be/,
    },
    {
      name: 'a directory accessible to others',
      make: () => chmodSync(data, 0o755),
      says: /WRONG +permissions of .*data\n +Other users can read it\. Run: chmod 700/,
    },
    {
      name: 'a database accessible to others',
      make: () => chmodSync(join(data, 'sallyport.db'), 0o644),
      says: /WRONG +permissions of .*sallyport\.db\n.*chmod 600/,
    },
    {
      name: 'a root key accessible to others',
      make: () => chmodSync(join(data, 'root.key'), 0o640),
      says: /WRONG +permissions of .*root\.key/,
    },
    {
      name: 'a missing root key',
      make: () => rmSync(join(data, 'root.key')),
      says: /WRONG +root key\n +.*root\.key is missing/,
    },
    {
      name: 'an invalid root key',
      make: () => writeFileSync(join(data, 'root.key'), 'not a key'),
      says: /WRONG +root key\n +.*does not contain a root key/,
    },
    {
      name: 'another root key',
      make: () => undefined,
      environment: { ROOT_KEY: 'ab'.repeat(32) },
      says: /WRONG +root keys\n +The stored data needs the root key/,
    },
    {
      name: 'a damaged database',
      make: () => truncateSync(join(data, 'sallyport.db'), 20_000),
      says: /WRONG +database\n +The file is damaged/,
    },
    {
      name: 'a schedule of backups that was not kept',
      make: () => writeFileSync(join(oldBackups, backupName(new Date('2020-01-01'))), ''),
      environment: { BACKUP_DIR: oldBackups, BACKUP_EVERY_HOURS: '6' },
      says: /WRONG +backups in .*the last at 2020-01-01T00:00:00\.000Z\n +One should be made every 6 hours/,
    },
    {
      name: 'a TLS key of another certificate',
      make: () => undefined,
      environment: tls(0o600, newCertificate().key),
      says: /WRONG +TLS\n +TLS_CERT and TLS_KEY cannot be used: .*mismatch/,
    },
    {
      name: 'a missing TLS certificate',
      make: () => undefined,
      environment: { ...tls(0o600), TLS_CERT: 'nowhere.pem' },
      says: /WRONG +TLS\n +TLS_CERT and TLS_KEY cannot be used: ENOENT/,
    },
    {
      name: 'a TLS key accessible to others',
      make: () => undefined,
      environment: tls(0o644),
      says: /WRONG +permissions of .*key\.pem\n +Other users can read it\. Run: chmod o= /,
    },
    {
      name: 'a PostgreSQL server that does not respond',
      make: () => undefined,
      environment: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ROOT_KEY: 'ab'.repeat(32) },
      says: /WRONG +database\n +.*ECONNREFUSED/,
    },
    {
      name: 'several PostgreSQL servers, none of which responds',
      make: () => undefined,
      environment: {
        DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1,127.0.0.1:2/none?target_session_attrs=read-write',
        ROOT_KEY: 'ab'.repeat(32),
      },
      says: /WRONG +database\n +no server accepts changes: 127\.0\.0\.1:1 does not answer \(.*ECONNREFUSED.*\); 127\.0\.0\.1:2 does not answer/,
    },
  ];
  for (const { name, make, environment, says } of faults) {
    it(`finds ${name}, and says what to do`, async () => {
      await prepared();
      make();
      const { code, out, err } = await doctor(environment);
      expect(out).to.match(says);
      expect(code).to.equal(1);
      expect(err).to.equal('');
    });
  }

  for (const kind of databaseKinds) {
    it(`names OIDC auth of an earlier version that does not restrict the accepted tokens, and says what to do [${kind}]`, async () => {
      const storage = await newStorage(kind);
      const world = await ownWorld(storage);
      const machines = [];
      for (let number = 0; number < 3; number += 1)
        machines.push(await newOidcMachine(world, { issuer: 'https://idp.example.com' }));
      const before = await doctor(storage);
      expect(before.code, before.out).to.equal(0);
      expect(before.out).not.to.include('OIDC');
      const [bound, one, other] = machines.map(({ identity }) => identity.id);
      await withoutBinding(world, machines[1]!);
      await withoutBinding(world, machines[2]!, { boundClaims: { ref: 'main, *' } });
      const { code, out } = await doctor(storage);
      expect(code).to.equal(1);
      for (const id of [one, other]) {
        expect(out).to.include(
          `WRONG  OIDC auth of the identity "Test identity" (${id})\n       It does not say whose tokens are accepted, so its logins are refused. With PATCH /api/v1/auth/oidc-auth/identities/${id}, set boundSubject`,
        );
      }
      expect(out).not.to.include(bound);
    });
  }

  for (const kind of databaseKinds) {
    it(`names machine logins whose hosts are not allowed, or whose reviewer has ended, and says what to do [${kind}]`, async () => {
      const storage = await newStorage(kind);
      const world = await ownWorld({ ...storage, ALLOW_HOSTS: '127.0.0.1,10.0.0.0/8' });
      const cluster = await TestApiServer.start(world.clock);
      const inside = { ...keySetFields({ issuer: 'https://10.0.0.1' }), boundIssuer: '' };
      const jwt = await newMachine(world, 'attachJwtAuth', inside);
      cluster.override = (_req, res) => void res.writeHead(201).end();
      const tokenReviewerJwt = await cluster.tokenOf('payments', 'reviewer', undefined, { exp: 1_700_000_000 });
      const ended = await newClusterMachine(world, cluster, { tokenReviewerJwt });
      await cluster.stop();
      const directory = await TestDirectory.start();
      const ldap = await newDirectoryMachine(world, directory);
      await directory.stop();
      const allowed = await doctor({ ...storage, ALLOW_HOSTS: '127.0.0.1,10.0.0.0/8' });
      expect(allowed.out).not.to.include('must not').and.not.to.include(jwt.identity.id);
      expect(allowed.out).to.match(/WRONG {2}token of the reviewer in Kubernetes auth.*\n +It ended on 2023-11-14\./);
      const { code, out } = await doctor({ ...storage, ALLOW_HOSTS: '10.1.0.0/16' });
      expect(code).to.equal(1);
      expect(out).to.match(
        new RegExp(
          `WRONG  JWT auth of the identity "Test identity" .${jwt.identity.id}.\\n +Its logins fail: jwksUrl must`,
        ),
      );
      expect(out).to.match(
        new RegExp(
          `WRONG  Kubernetes auth of the identity "Test identity" .${ended.identity.id}.\\n +Its logins fail: kub`,
        ),
      );
      expect(out).to.match(
        new RegExp(
          `WRONG  LDAP auth of the identity "Test identity" .${ldap.identity.id}.\\n +Its logins fail: url must`,
        ),
      );
    });
  }

  it('names logins with client certificates that cannot arrive, or whose authority ends', async () => {
    const storage = await newStorage('sqlite');
    const world = await ownWorld(storage);
    await newMachine(world, 'attachTlsCertAuth', certificateFields(newAuthority({ days: 2_000 })));
    const { code, out } = await doctor(storage);
    expect(code).to.equal(1);
    expect(out).to.match(
      /WRONG {2}TLS certificate auth of the identity "Test identity".*\n +No client certificate can/,
    );
    const proxied = await doctor({ ...storage, TRUST_PROXY: '10.0.0.1' });
    expect(proxied.out).not.to.include('TLS certificate auth');
  });

  it('notes that connections are not encrypted', async () => {
    expect((await doctor({ HOST: '0.0.0.0' })).out).to.match(/note +network\n +0\.0\.0\.0 is reachable/);
    expect((await doctor({ SITE_URL: 'https://sallyport.example.com' })).out).to.match(/note +network\n.*TRUST_PROXY/);
  });

  it('notes that its links cannot be reached from other machines', async () => {
    const nowhere: [Environment, string][] = [
      [{ HOST: '0.0.0.0' }, 'http://0.0.0.0:8080'],
      [{ HOST: '::' }, 'http://[::]:8080'],
      [{ PORT: '0' }, 'http://localhost:0'],
    ];
    for (const [environment, url] of nowhere) {
      const { code, out } = await doctor(environment);
      expect(out).to.include(
        `note   SITE_URL\n       Links and certificates would contain ${url}, which does not lead`,
      );
      expect(code).to.equal(0);
      expect((await doctor({ ...environment, SITE_URL: 'https://sallyport.example.com' })).out).not.to.include(
        'would contain',
      );
    }
    const server = await serve({ DATA_DIR: data });
    expect(server.output()).to.include(
      'Links and certificates would contain http://localhost:0, which does not lead to this server. Set SITE_URL.',
    );
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });

  it('migrate --status shows applied migrations, and applies none', async () => {
    const status = () => waitForExit(sallyport(['migrate', '--status'], { DATA_DIR: data }));
    const names = migrations.map(({ name }) => name);
    expect((await status()).out).to.equal(names.map((name) => `pending  ${name}\n`).join(''));
    expect(existsSync(data)).to.equal(false);
    await prepared();
    expect((await status()).out).to.equal(names.map((name) => `applied  ${name}\n`).join(''));
  });

  it('openapi prints the contract', async () => {
    const { code, out } = await waitForExit(sallyport(['openapi']));
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.have.property('openapi', '3.0.3');
  });
});
