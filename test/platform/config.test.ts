import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isLoopback, readConfig, workerConfig } from '../../src/config.ts';
import { settings } from '../../src/settings.ts';
import { SigningKey } from '../../src/platform/crypto/signatures.ts';
import { StartError } from '../../src/platform/errors.ts';
import { testRootKey } from '../support/world/world.ts';

const publicKey = SigningKey.generate('EdDSA').public.toPem();
const otherKeys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }) as string,
  p384: generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64'),
  private: SigningKey.generate('EdDSA').toPem(),
};

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).to.deep.include({
      host: '127.0.0.1',
      port: 8080,
      siteUrl: 'http://localhost:8080',
      database: { kind: 'sqlite', directory: resolve('data') },
      rootKeys: [],
      trustProxy: [],
      corsOrigins: [],
      logLevel: 'info',
      logFormat: 'auto',
      bodyLimit: 1_048_576,
      answerLimit: 33_554_432,
      answerTimeoutMs: 10_000,
      drainDelayMs: 1_000,
      rateLimit: 0,
    });
    expect(readConfig({ PORT: '', HOST: '  ' })).to.include({ host: '127.0.0.1', port: 8080 });
  });

  it('uses the values that are set', () => {
    const config = readConfig({
      HOST: '::1',
      PORT: '0',
      DATABASE_URL: 'postgres://user:password@db/sallyport',
      ROOT_KEY: `${testRootKey}, ${Buffer.alloc(32, 1).toString('hex')}`,
      TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,::1/128',
      CORS_ORIGINS: 'https://a.example.com',
    });
    expect(config).to.deep.include({
      host: '::1',
      port: 0,
      database: { kind: 'postgres', url: 'postgres://user:password@db/sallyport', poolSize: 10 },
      trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1/128'],
      corsOrigins: ['https://a.example.com'],
    });
    expect(config.rootKeys).to.have.length(2);
  });

  it('shares out between the workers what is limited for all of them together', () => {
    const environment = { DATABASE_URL: 'postgres://user:password@db/sallyport', ROOT_KEY: testRootKey };
    expect(readConfig({ ...environment, WORKERS: 'auto' }).workers).to.equal(availableParallelism());
    const share = workerConfig(
      readConfig({ ...environment, WORKERS: '3', RATE_LIMIT: '100', MAX_CONNECTIONS: '10', DATABASE_POOL: '11' }),
    );
    expect(share).to.include({ rateLimit: 34, loginRateLimit: 7, maxConnections: 4 });
    expect(share.database).to.include({ poolSize: 3 });
    expect(workerConfig(readConfig({ ...environment, WORKERS: '8' }))).to.deep.include({
      rateLimit: 0,
      database: { kind: 'postgres', url: environment.DATABASE_URL, poolSize: 2 },
    });
  });

  it('accepts a direct URL beside that of a pooler only', () => {
    const environment = { DATABASE_DIRECT_URL: 'postgres://user:password@db/sallyport', ROOT_KEY: testRootKey };
    expect(readConfig({ ...environment, DATABASE_URL: 'postgres://pooler/sallyport' }).database).to.include({
      url: 'postgres://pooler/sallyport',
      directUrl: environment.DATABASE_DIRECT_URL,
    });
    expect(() => readConfig(environment)).to.throw(StartError, /DATABASE_DIRECT_URL needs DATABASE_URL/);
  });

  it('needs the mail server and the sender together', () => {
    const [server, from] = [{ SMTP_URL: 'smtp://ada:hunter2@mail' }, { MAIL_FROM: 'a@example.com' }];
    expect(readConfig({}).mail).to.equal(null);
    expect(readConfig({ ...server, ...from }).mail).to.deep.include({ from: { name: '', address: 'a@example.com' } });
    for (const alone of [server, from])
      expect(() => readConfig(alone)).to.throw('Set both SMTP_URL and MAIL_FROM, or neither.');
  });

  const wrong: [keyof typeof settings, ...string[]][] = [
    ['HOST', 'not a host', 'a/b'],
    ['PORT', '-1', '65536', '80.5', 'http', '0x10'],
    [
      'SITE_URL',
      'example.com',
      'https://example.com/',
      'https://example.com/path',
      'ftp://example.com',
      'https://user@example.com',
    ],
    [
      'DATABASE_URL',
      'mysql://db',
      'not a url',
      'sqlite.db',
      'postgres://a:5432,/x',
      'postgres://a:1,b:2/x?target_session_attrs=standby',
    ],
    ['DATABASE_DIRECT_URL', 'mysql://db', 'pooler'],
    ['DATABASE_POOL', '0', 'many'],
    ['WORKERS', '0', '129', '1.5', 'all'],
    ['ROOT_KEY', 'short', `${testRootKey},`, `${testRootKey},short`],
    ['TRUST_PROXY', 'true', '10.0.0.0/33', '::1/129', '10.0.0.1/', '10.0.0.1/8/8', 'proxy.example.com', '10.0.0.1,,'],
    ['CLIENT_CERT_PORT', '65536', 'auto', '-1'],
    ['CLIENT_CERT_HEADER', 'a header', 'x:y'],
    ['AWS_STS_URL', 'sts.example.com', 'ftp://sts.example.com', 'https://sts.example.com/?a'],
    ['AZURE_LOGIN_URL', 'login.example.com', 'ftp://login.example.com'],
    ['GCP_KEYS_URL', 'keys.example.com', 'https://keys.example.com/?a'],
    ['CORS_ORIGINS', '*', 'example.com', 'https://a.example.com/path', 'https://a.example.com/'],
    ['LOG_LEVEL', 'loud', 'INFO'],
    ['LOG_FORMAT', 'xml', 'JSON'],
    ['BODY_LIMIT', '1023', '104857601', '1mb'],
    ['ANSWER_LIMIT', '65535', '268435457', '32mb'],
    ['USER_TOKEN_TTL', '59', '31536001'],
    ['IDENTITY_TOKEN_MAX_TTL', '59', '315360001'],
    ['REQUIRE_SECOND_FACTOR', 'yes', 'ON'],
    ['LOGIN_RATE_LIMIT', '0', '-5'],
    ['BACKUP_EVERY_HOURS', '0', '8761', 'daily'],
    ['BACKUP_KEEP', '0', '1001', 'all'],
    ['RELEASES_URL', 'releases.example.com', 'ftp://releases.example.com', 'on'],
    ['TRASH_DAYS', '-1', '3651', 'off'],
    ['AUDIT_RETENTION_DAYS', '0', '36501'],
    ['AUDIT_READS', 'yes', 'ON'],
    [
      'LICENCE_PUBLIC_KEY',
      'not a key',
      otherKeys.rsa,
      otherKeys.p384,
      otherKeys.private,
      `${publicKey}x`,
      `${publicKey}\n${otherKeys.rsa}`,
      Buffer.from('short').toString('base64'),
    ],
    ['LICENCE_EVALUATION', 'no', '0'],
    ['OIDC_ALLOW_HOSTS', '*', '.'],
    [
      'ALLOW_HOSTS',
      'https://idp.example.com',
      'idp.example.com:8443',
      'idp.example.com/',
      'a b',
      '*',
      'user@idp',
      '[::1]',
      '::1:x',
      'idp,',
      '256.1.1.1',
      '.',
      '*.10.0.0.1',
      'a.*.b',
      '10.0.0.0/33',
      'internal/8',
    ],
    [
      'SMTP_URL',
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://mail:0',
      'smtp://mail:99999',
      'smtp://mail/path',
      'smtp://user@mail',
      'smtp://:password@mail',
      'smtp://user:%ff@mail',
      'smtp://us%0aer:password@mail',
      'smtp://mail?tls=off',
      'smtps://mail?tls=optional',
      'smtp://mail#x',
    ],
    ['MAIL_FROM', 'Sallyport', 'a@b, c@d', 'A <a b@c>'],
    ['WEBHOOK_ALLOW_HOSTS', 'https://hooks.example.com', 'hooks.example.com:8443', '*', 'hooks,'],
    ['MAX_LEASE_LIMIT', '0', '1000001'],
    ['EVENT_STREAM_LIMIT', '0', '1000001'],
    ['METRICS_LISTEN', '9464', '127.0.0.1', '127.0.0.1:65536', ':9464', '::1:9464', 'http://127.0.0.1:9464'],
    ['HEALTH_LISTEN', '9465', '127.0.0.1', '127.0.0.1:65536', ':9465'],
    ['RATE_LIMIT', '-1', 'off'],
    ['MAX_CONNECTIONS', '0'],
    ['HEADERS_TIMEOUT_MS', '49', '1s'],
    ['REQUEST_TIMEOUT_MS', '49', '600001'],
    ['IDLE_TIMEOUT_MS', '0'],
    ['ANSWER_TIMEOUT_MS', '49', '10s'],
    ['DRAIN_DELAY_MS', '-1', '600001'],
  ];

  for (const [name, ...values] of wrong) {
    it(`refuses an invalid ${name}, without repeating it`, () => {
      for (const value of values) {
        expect(() => readConfig({ [name]: value }), value)
          .to.throw(StartError)
          .with.property('message')
          .that.matches(new RegExp(`^${name} must be `));
      }
    });
  }

  it('needs TLS for the port on which clients are asked for certificates', () => {
    expect(() => readConfig({ CLIENT_CERT_PORT: '8443' })).to.throw(StartError, /needs TLS_CERT/);
  });

  it('is tested with an invalid value of every setting that can have one', () => {
    expect([
      ...wrong.map(([name]) => name),
      'DATA_DIR',
      'BACKUP_DIR',
      'LICENCE_FILE',
      'TLS_CERT',
      'TLS_KEY',
    ]).to.have.members(Object.keys(settings));
  });

  it('accepts public keys of both kinds, in PEM and in base64, one or several', () => {
    const [one, other] = [SigningKey.generate('EdDSA').public, SigningKey.generate('ES256').public];
    const idsIn = (LICENCE_PUBLIC_KEY: string) =>
      readConfig({ LICENCE_PUBLIC_KEY }).licenceKeys.map(({ id, algorithm }) => `${algorithm} ${id}`);
    const both = [`EdDSA ${one.id}`, `ES256 ${other.id}`];
    expect(idsIn('')).to.deep.equal([]);
    expect(idsIn(one.toPem())).to.deep.equal([both[0]]);
    expect(idsIn(`${one.toPem()}${other.toPem()}`)).to.deep.equal(both);
    expect(idsIn(`${one.toBase64()}, ${other.toBase64()}`)).to.deep.equal(both);
  });

  it('builds links with the listening address, or with the configured one', () => {
    expect(readConfig({ HOST: '::1', PORT: '8443' }).siteUrl).to.equal('http://localhost:8443');
    expect(readConfig({ HOST: '0.0.0.0', SITE_URL: 'https://sallyport.example.com' }).siteUrl).to.equal(
      'https://sallyport.example.com',
    );
  });

  it('reports all errors at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'x' })).to.throw(StartError, /PORT must be [^]*LOG_LEVEL must be /);
  });

  it('requires a root key with PostgreSQL, and consistent timeouts', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://db/x' })).to.throw(StartError, /ROOT_KEY is required/);
    expect(() => readConfig({ HEADERS_TIMEOUT_MS: '2000', REQUEST_TIMEOUT_MS: '1000' })).to.throw(StartError);
  });

  it('recognizes loopback addresses', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) expect(isLoopback(host), host).to.equal(true);
    for (const host of ['0.0.0.0', '::', '10.0.0.1', 'localhost.example.com', ''])
      expect(isLoopback(host), host).to.equal(false);
  });
});
