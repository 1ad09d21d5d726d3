import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { defaultTokenFields, keySetFields, newBareMachine, newMachine } from '../../support/fixtures/login-methods.ts';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const issuer = 'https://ci.example.com';
const pemOf = (key: { export: (options: { type: 'spki'; format: 'pem' }) => unknown }): string =>
  (key.export({ type: 'spki', format: 'pem' }) as string).trim();
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

onEachDatabase('the configuration of JWT auth', (world) => {
  const attachTo = async (body: object) => {
    const machine = await newBareMachine(world());
    return {
      ...machine,
      response: await world().call('attachJwtAuth', { as: machine.admin, params: machine.params, body }),
    };
  };

  it('is returned with its defaults, by attachJwtAuth and by getJwtAuth, and is an auth method of the identity', async () => {
    const { response, admin: as, params } = await attachTo(keySetFields({ issuer }));
    expect(response.status).to.equal(200);
    const { id, ...rest } = response.body.identityJwtAuth;
    expect(rest).to.deep.equal({
      ...keySetFields({ issuer }),
      identityId: params.identityId,
      jwksCaCert: '',
      publicKeys: [],
      boundAudiences: '',
      ...defaultTokenFields,
      accessTokenPeriod: 0,
    });
    expect((await world().call('getJwtAuth', { as, params })).body).to.deep.equal(response.body);
    const shown = await world().call('getIdentity', { as, params });
    expect(shown.body.identity.identity.authMethods).to.deep.equal(['token-auth', 'jwt-auth']);
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata, id).to.deep.include({ boundSubject: 'repo:acme/*', configurationType: 'jwks' });
    expect(entry!.eventMetadata).not.to.have.any.keys('publicKeys', 'jwksCaCert', 'sealedSecret');
  });

  it('can be attached once', async () => {
    const { admin: as, params } = await attachTo(keySetFields({ issuer }));
    const again = () => world().call('attachJwtAuth', { as, params, body: keySetFields({ issuer }) });
    expectError(await again(), 400, 'BadRequest', /already/);
  });

  it('has to say whose tokens of a key set are accepted', async () => {
    for (const bound of [
      { boundSubject: '' },
      { boundSubject: '*' },
      { boundSubject: '', boundClaims: { team: '*' } },
      { boundSubject: '', boundClaims: { aud: 'sallyport' } },
    ]) {
      const { response } = await attachTo({ ...keySetFields({ issuer }), ...bound });
      expectIssues(response, 'body boundSubject invalid');
    }
    const { admin: as, params } = await newMachine(world(), 'attachJwtAuth', keySetFields({ issuer }));
    const body = { boundSubject: '' };
    expectError(await world().call('updateJwtAuth', { as, params, body }), 400, 'BadRequest', /whose tokens/);
  });

  it('accepts static keys alone: public keys and certificates in PEM, of the usual kinds and sizes', async () => {
    const fields = { configurationType: 'static', boundClaims: {} };
    const rsa = (bits: number) => pemOf(generateKeyPairSync('rsa', { modulusLength: bits }).publicKey);
    const good = [
      pemOf(publicKey),
      rsa(2048),
      pemOf(generateKeyPairSync('ed25519').publicKey),
      newCertificate().cert.trim(),
    ];
    const { response } = await attachTo({ ...fields, publicKeys: good });
    expect(response.body.identityJwtAuth, JSON.stringify(response.body)).to.deep.include({
      publicKeys: good,
      jwksUrl: '',
    });
    const bad = [
      'shared secret',
      rsa(1024),
      pemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey),
      privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      `${pemOf(publicKey)}\n${pemOf(publicKey)}`,
    ];
    for (const key of bad)
      expectIssues((await attachTo({ ...fields, publicKeys: [key] })).response, 'body publicKeys.0 format');
    expectIssues((await attachTo(fields)).response, 'body publicKeys required');
  });

  it('refuses a key set without an address, or at one that the server may not call', async () => {
    const { jwksUrl: _, ...fields } = keySetFields({ issuer });
    expectIssues((await attachTo(fields)).response, 'body jwksUrl required');
    for (const jwksUrl of ['nowhere', 'ftp://ci.example.com', `${issuer}/?a`])
      expectIssues((await attachTo({ ...fields, jwksUrl })).response, 'body jwksUrl format');
    for (const jwksUrl of ['https://10.0.0.1/jwks', 'http://ci.example.com', 'https://localhost/jwks']) {
      const { response } = await attachTo({ ...fields, jwksUrl });
      expectError(response, 400, 'BadRequest', /^jwksUrl must.*ALLOW_HOSTS/);
    }
  });

  it('keeps what updateJwtAuth does not send, and forgets the keys of the other type', async () => {
    const { cert } = newCertificate();
    const fields = { ...keySetFields({ issuer }), jwksCaCert: cert };
    const { admin: as, params } = await newMachine(world(), 'attachJwtAuth', fields);
    const update = (body: object) => world().call('updateJwtAuth', { as, params, body });
    const { body: before } = await world().call('getJwtAuth', { as, params });
    expect((await update({})).body).to.deep.equal(before);
    const { body: changed } = await update({ boundAudiences: 'a,b', accessTokenTTL: 60 });
    expect(changed.identityJwtAuth).to.deep.equal({
      ...before.identityJwtAuth,
      boundAudiences: 'a, b',
      accessTokenTTL: 60,
    });
    expectError(await update({ configurationType: 'static' }), 400, 'BadRequest', /needs publicKeys/);
    expectError(await update({ publicKeys: [pemOf(publicKey)] }), 400, 'BadRequest', /together/);
    expectError(await update({ accessTokenMaxTTL: 59 }), 400, 'BadRequest', /accessTokenTTL/);
    const { body: fixed } = await update({ configurationType: 'static', publicKeys: [pemOf(publicKey)] });
    expect(fixed.identityJwtAuth).to.deep.include({ jwksUrl: '', publicKeys: [pemOf(publicKey)] });
    expectError(await update({ configurationType: 'jwks', jwksUrl: 'https://10.0.0.1' }), 400, 'BadRequest');
  });

  it('is removed by revokeJwtAuth, and is then 404 everywhere', async () => {
    const { admin: as, params } = await newMachine(world(), 'attachJwtAuth', keySetFields({ issuer }));
    const { status, body } = await world().call('revokeJwtAuth', { as, params });
    expect(status).to.equal(200);
    expect(body.identityJwtAuth).not.to.have.any.keys('publicKeys', 'jwksCaCert');
    for (const operation of ['getJwtAuth', 'updateJwtAuth', 'revokeJwtAuth'] as const)
      expectError(await world().call(operation, { as, params, body: {} }), 404, 'NotFound', /no JWT auth/);
  });
});
