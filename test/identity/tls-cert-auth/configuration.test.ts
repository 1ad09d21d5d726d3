import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { certificateFields, newAuthority, newClient } from '../../support/fixtures/client-certificates.ts';
import { defaultTokenFields, newBareMachine, newMachine } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the configuration of TLS certificate auth', (world) => {
  const authority = newAuthority();
  const attachTo = async (fields: object = {}) => {
    const machine = await newBareMachine(world());
    const { admin: as, params } = machine;
    const body = { ...certificateFields(authority), ...fields };
    return { ...machine, response: await world().call('attachTlsCertAuth', { as, params, body }) };
  };

  it('is returned with its defaults, by attachTlsCertAuth and by getTlsCertAuth', async () => {
    const { response, admin: as, params } = await attachTo({ allowedCommonNames: ' a , b,', accessTokenTTL: 60 });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { id, ...rest } = response.body.identityTlsCertAuth;
    expect(rest, id).to.deep.equal({
      identityId: params.identityId,
      caCertificate: authority.cert,
      allowedCommonNames: 'a,b',
      allowedSubjectAltNames: null,
      verifyClientCertificateChain: false,
      ...defaultTokenFields,
      accessTokenTTL: 60,
    });
    expect((await world().call('getTlsCertAuth', { as, params })).body).to.deep.equal(response.body);
    const shown = await world().call('getIdentity', { as, params });
    expect(shown.body.identity.identity.authMethods).to.deep.equal(['token-auth', 'tls-cert-auth']);
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata).to.deep.include({ allowedCommonNames: 'a,b', isCaCertificateChanged: true });
  });

  it('refuses authorities that cannot vouch for clients, and names that cannot be compared', async () => {
    expectIssues((await attachTo({ caCertificate: 'nonsense' })).response, 'body caCertificate format');
    for (const [caCertificate, problem] of [
      [newClient(authority).cert, /may not issue/],
      [newAuthority({ days: 1 }).cert, /has expired/],
    ] as const)
      expectError((await attachTo({ caCertificate })).response, 400, 'BadRequest', problem);
    expectIssues((await attachTo({ allowedCommonNames: ' , ' })).response, 'body allowedCommonNames invalid');
    for (const name of ['DN:x', 'dns:', 'a b'])
      expectIssues(
        (await attachTo({ allowedSubjectAltNames: ['a.example.com', name] })).response,
        'body allowedSubjectAltNames.1 format',
      );
    const long = Array.from({ length: 5 }, () => `DNS:${'a'.repeat(1_000)}`);
    expectIssues((await attachTo({ allowedSubjectAltNames: long })).response, 'body allowedSubjectAltNames too_big');
  });

  it('is changed by updateTlsCertAuth, which leaves what is not sent', async () => {
    const fields = { ...certificateFields(authority), allowedCommonNames: 'a', allowedSubjectAltNames: ['URI:urn:a'] };
    const { admin: as, params } = await newMachine(world(), 'attachTlsCertAuth', fields);
    const update = (body: object) => world().call('updateTlsCertAuth', { as, params, body });
    const others = newAuthority().cert;
    const { body } = await update({ caCertificate: others, allowedCommonNames: null });
    expect(body.identityTlsCertAuth).to.deep.include({
      caCertificate: others,
      allowedCommonNames: null,
      allowedSubjectAltNames: ['URI:urn:a'],
    });
    expect((await update({ allowedSubjectAltNames: [] })).body.identityTlsCertAuth.allowedSubjectAltNames).to.equal(
      null,
    );
    const caCertificate = newAuthority({ days: 1 }).cert;
    expectError(await update({ caCertificate }), 400, 'BadRequest', /caCertificate cannot be used/);
  });

  it('is removed by revokeTlsCertAuth, and is then 404 everywhere', async () => {
    const { admin: as, params } = await newMachine(world(), 'attachTlsCertAuth', certificateFields(authority));
    const { status, body } = await world().call('revokeTlsCertAuth', { as, params });
    expect(status).to.equal(200);
    expect(body.identityTlsCertAuth).not.to.have.any.keys('caCertificate');
    for (const operation of ['getTlsCertAuth', 'updateTlsCertAuth', 'revokeTlsCertAuth'] as const)
      expectError(await world().call(operation, { as, params, body: {} }), 404, 'NotFound', /no TLS certificate auth/);
  });
});
