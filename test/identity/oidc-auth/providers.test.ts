import { expect } from 'chai';
import { once } from 'node:events';
import {
  expectLoginRefused,
  goodClaims,
  logInAs,
  logInWith,
  newOidcMachine,
} from '../../support/fixtures/oidc-auth.ts';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const configuration = '/.well-known/openid-configuration';

onEitherDatabase('the providers of OIDC auth', (world) => {
  const started: TestProvider[] = [];
  const newProvider = async (...options: Parameters<typeof TestProvider.start>): Promise<TestProvider> => {
    const provider = await TestProvider.start(...options);
    started.push(provider);
    return provider;
  };
  after(() => Promise.all(started.map((provider) => provider.stop())));

  /** A provider without cached keys, with configurable responses. */
  const refusedBy = async (instead: TestProvider['override'], reason: string): Promise<TestProvider> => {
    const provider = await newProvider();
    provider.override = instead;
    const machine = await newOidcMachine(world(), provider);
    await expectLoginRefused(world(), await logInAs(world(), provider, machine), machine, reason);
    return provider;
  };

  it('are requested once for many logins, also concurrent ones, until ten minutes have passed', async () => {
    const provider = await newProvider();
    const [one, other] = [await newOidcMachine(world(), provider), await newOidcMachine(world(), provider)];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => logInAs(world(), provider, index % 2 ? one : other)),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(provider.requestedPaths).to.deep.equal([configuration, '/jwks']);
    await world().clock.later(599, () => logInAs(world(), provider, one));
    expect(provider.requestedPaths).to.have.length(2);
    await world().clock.later(600, async () => expect((await logInAs(world(), provider, one)).status).to.equal(200));
    expect(provider.requestedPaths).to.have.length(4);
  });

  it('may rotate their keys: new keys are valid immediately, old ones no longer', async () => {
    const provider = await newProvider();
    const machine = await newOidcMachine(world(), provider);
    const old = await provider.sign(goodClaims(world(), provider));
    expect((await logInWith(world(), machine, old)).status).to.equal(200);
    await provider.rotate();
    expect((await logInAs(world(), provider, machine)).status).to.equal(200);
    await expectLoginRefused(world(), await logInWith(world(), machine, old), machine, 'unknown_key');
    expect(provider.requestedPaths, 'another request').to.have.length(4);
  });

  it('are requested at most once in thirty seconds for unknown keys', async () => {
    const provider = await newProvider();
    const machine = await newOidcMachine(world(), provider);
    expect((await logInAs(world(), provider, machine)).status).to.equal(200);
    const strange = () =>
      Promise.all(
        Array.from({ length: 5 }, () => logInAs(world(), provider, machine, {}, { kid: crypto.randomUUID() })),
      );
    await strange();
    await strange();
    await world().clock.later(29, strange);
    expect(provider.requestedPaths).to.have.length(4);
    await world().clock.later(30, strange);
    expect(provider.requestedPaths).to.have.length(6);
  });

  it('may have up to ten keys without a key id', async () => {
    const provider = await newProvider();
    const machine = await newOidcMachine(world(), provider);
    await provider.rotate(Array<string>(10).fill('ES256'));
    expect((await logInAs(world(), provider, machine, {}, { alg: 'ES256', kid: null })).status).to.equal(200);
    const crowded = await newProvider();
    const another = await newOidcMachine(world(), crowded);
    await crowded.rotate(Array<string>(11).fill('ES256'));
    await expectLoginRefused(
      world(),
      await logInAs(world(), crowded, another, {}, { alg: 'ES256', kid: null }),
      another,
      'too_many_keys',
    );
    expect((await logInAs(world(), crowded, another, {}, { alg: 'ES256' })).status).to.equal(200);
  });

  it('may be unavailable while their keys are cached, and are requested again a little later', async () => {
    const provider = await newProvider();
    const machine = await newOidcMachine(world(), provider);
    expect((await logInAs(world(), provider, machine)).status).to.equal(200);
    provider.override = (req) => req.socket.destroy();
    await world().clock.later(599, async () => {
      expect((await logInAs(world(), provider, machine)).status).to.equal(200);
      await expectLoginRefused(
        world(),
        await logInAs(world(), provider, machine, {}, { kid: 'another' }),
        machine,
        'unknown_key',
      );
    });
    await world().clock.later(700, async () =>
      expectLoginRefused(world(), await logInAs(world(), provider, machine), machine, 'provider_unreachable'),
    );
    provider.override = undefined;
    await world().clock.later(704, async () =>
      expectLoginRefused(world(), await logInAs(world(), provider, machine), machine, 'provider_unreachable'),
    );
    await world().clock.later(705, async () =>
      expect((await logInAs(world(), provider, machine)).status).to.equal(200),
    );
  });

  it('that are unavailable cause the usual login failure', async () => {
    const unavailable = { issuer: 'http://127.0.0.1:1' };
    const machine = await newOidcMachine(world(), unavailable);
    const jwt = await (await newProvider()).sign(goodClaims(world(), unavailable));
    await expectLoginRefused(world(), await logInWith(world(), machine, jwt), machine, 'provider_unreachable');
  });

  it('are refused with an invalid configuration, invalid keys, or invalid JSON', async () => {
    for (const status of [204, 404, 500])
      await refusedBy((_req, res) => void res.writeHead(status).end(), 'provider_answer_invalid');
    for (const body of ['', 'nonsense', '[]', 'null', '{}', '{"issuer":"x"}', '{"issuer":"x","jwks_uri":"nowhere"}'])
      await refusedBy((_req, res) => void res.end(body), 'provider_answer_invalid');
    for (const keys of ['[]', '{}', '{"keys":[null,1,{}]}']) {
      const provider = await newProvider();
      const machine = await newOidcMachine(world(), provider);
      provider.override = (req, res) =>
        void res.end(
          req.url === configuration
            ? JSON.stringify({ issuer: provider.issuer, jwks_uri: `${provider.issuer}/jwks` })
            : keys,
        );
      await expectLoginRefused(world(), await logInAs(world(), provider, machine), machine, 'unknown_key');
    }
  });

  it('may have unsupported keys, which are not used', async () => {
    const provider = await newProvider();
    const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const publish = (changes: object) => {
      const keys = provider.publicKeys.map((key) => ({ ...key, ...changes }));
      const [about, published] = [{ issuer: provider.issuer, jwks_uri: `${provider.issuer}/jwks` }, { keys }].map(
        (answer) => JSON.stringify(answer).replaceAll('"nested"', nested),
      );
      provider.override = (req, res) => void res.end(req.url!.endsWith(configuration) ? about : published);
    };
    const operations = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => (index === 0 ? 'verify' : `${index}`));
    const cases: [object, string | undefined][] = [
      [{ key_ops: ['verify'] }, undefined],
      [{ key_ops: operations(21) }, 'unknown_key'],
      [{ key_ops: 'verify' }, 'unknown_key'],
      [{ key_ops: ['verify', 1] }, 'unknown_key'],
      [{ use: 'nested' }, 'unknown_key'],
      [{ e: 3 }, 'unknown_key'],
    ];
    for (const [index, [changes, reason]] of cases.entries()) {
      publish(changes);
      // Another URL, so that nothing is cached.
      const machine = await newOidcMachine(world(), provider, { oidcDiscoveryUrl: `${provider.issuer}/${index}` });
      const response = await logInAs(world(), provider, machine);
      if (reason) await expectLoginRefused(world(), response, machine, reason);
      else expect(response.status, JSON.stringify(response.body)).to.equal(200);
    }
  });

  it('are refused if their response is too large', async () => {
    await refusedBy((_req, res) => void res.end(`{"issuer":"${'x'.repeat(262_144)}"}`), 'provider_answer_invalid');
    let closed: Promise<unknown> | undefined;
    await refusedBy((_req, res) => {
      const timer = setInterval(() => res.write('x'.repeat(65_536)), 1);
      closed = once(res, 'close').then(() => clearInterval(timer));
    }, 'provider_answer_invalid');
    // The server closes the connection; otherwise this would never end.
    await closed;
  });

  it('are refused if they do not respond in time, or send slowly', async () => {
    const begun = Date.now();
    let timer: NodeJS.Timeout | undefined;
    await Promise.all([
      refusedBy(() => undefined, 'provider_unreachable'),
      refusedBy((_req, res) => void (timer = setInterval(() => res.write(' '), 100)), 'provider_unreachable'),
    ]);
    clearInterval(timer);
    expect(Date.now() - begun).to.be.at.least(4_000);
  });

  it('may redirect three times, but not into the network', async () => {
    const provider = await newProvider();
    const machine = await newOidcMachine(world(), provider);
    const port = `${provider.port}`;
    let left = 3;
    const listener: TestProvider['override'] = (_req, res) => {
      left -= 1;
      if (left === 0) provider.override = undefined;
      res.writeHead(302, { Location: `${provider.issuer}${configuration}` }).end();
    };
    provider.override = listener;
    expect((await logInAs(world(), provider, machine)).status).to.equal(200);
    await refusedBy((req, res) => void res.writeHead(302, { Location: req.url! }).end(), 'provider_answer_invalid');
    await refusedBy((_req, res) => void res.writeHead(302).end(), 'provider_answer_invalid');
    const asked = provider.requestedPaths.length;
    for (const host of [
      `https://127.0.0.2:${port}`,
      `http://localhost:${port}`,
      `https://localhost:${port}`,
      `https://[::1]:${port}`,
      'https://169.254.169.254',
      'http://example.com',
      'ftp://127.0.0.1',
      `http://user@127.0.0.1:${port}`,
      'file:///etc/passwd',
    ]) {
      await refusedBy(
        (_req, res) => void res.writeHead(307, { Location: `${host}${configuration}` }).end(),
        'provider_not_allowed',
      );
    }
    expect(provider.requestedPaths.length, 'no request was sent').to.equal(asked);
  });

  it('are refused if their keys are inside the network', async () => {
    const inner = await newProvider();
    for (const jwks of [
      `https://localhost:${inner.port}/jwks`,
      `http://localhost:${inner.port}/jwks`,
      'https://10.0.0.1/jwks',
    ]) {
      const provider = await newProvider();
      provider.override = (_req, res) => void res.end(JSON.stringify({ issuer: provider.issuer, jwks_uri: jwks }));
      const machine = await newOidcMachine(world(), provider);
      await expectLoginRefused(world(), await logInAs(world(), provider, machine), machine, 'provider_not_allowed');
    }
    expect(inner.requestedPaths).to.deep.equal([]);
  });

  it('are checked by the resolved address at the time of the request', async () => {
    const { cert, key } = newCertificate();
    const inner = await newProvider({ tls: { cert, key } });
    const machine = await newOidcMachine(world(), { issuer: 'https://idp.example.com' });
    // Simulates a name that resolved to another address when it was configured: names of this host are private.
    const issuer = `https://localhost:${inner.port}`;
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('identity_oidc_auths')
        .where({ id: machine.authId })
        .update({ oidcDiscoveryUrl: issuer, boundIssuer: issuer, caCert: cert }),
    );
    await expectLoginRefused(
      world(),
      await logInWith(world(), machine, await inner.sign(goodClaims(world(), inner, { iss: issuer }))),
      machine,
      'provider_not_allowed',
    );
    expect(inner.requestedPaths).to.deep.equal([]);
  });

  it('need a trusted certificate: only the configured one, if there is one', async () => {
    const { cert, key } = newCertificate();
    const provider = await newProvider({ tls: { cert, key } });
    expect(provider.issuer).to.match(/^https:/);
    const trusting = await newOidcMachine(world(), provider, { caCert: cert });
    expect((await logInAs(world(), provider, trusting)).status).to.equal(200);
    for (const settings of [{}, { caCert: newCertificate().cert }]) {
      const machine = await newOidcMachine(world(), provider, settings);
      await expectLoginRefused(world(), await logInAs(world(), provider, machine), machine, 'provider_unreachable');
    }
  });
});
