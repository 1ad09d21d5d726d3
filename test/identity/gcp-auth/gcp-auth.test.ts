import { expect } from 'chai';
import type { JWTPayload } from 'jose';
import { cloudKeys } from '../../support/clients/cloud-keys.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import { gceFields, gceToken, iamFields, iamToken } from '../../support/fixtures/cloud-tokens.ts';
import { newBareMachine, newMachine, type Machine } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const others = 'others@acme.iam.gserviceaccount.com';

onEachDatabase('GCP auth', (world) => {
  const attach = (fields: object) => newMachine(world(), 'attachGcpAuth', fields);
  const logIn = ({ identity }: Pick<Machine, 'identity'>, jwt: string) =>
    world().call('loginWithGcpAuth', { body: { identityId: identity.id, jwt } });
  const refused = async (machine: Machine, jwt: string, reason: string) =>
    expectRefusedLogin(world(), await logIn(machine, jwt), { ...machine, method: 'gcp-auth' }, reason);

  it('accepts the token of an instance, of the named accounts, projects and zones', async () => {
    const machine = await attach({ ...gceFields, allowedZones: 'europe-west1-b,europe-west1-c' });
    const { id } = machine.identity;
    const response = await logIn(machine, `${await gceToken(world(), id)}\n`);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata).to.include({ serviceAccount: gceFields.allowedServiceAccounts });
    const now = world().clock.now().getTime() / 1_000;
    const cases: [object, string][] = [
      [{ email: others }, 'service_account_not_allowed'],
      [{ email: undefined }, 'email_missing'],
      [{ email_verified: false }, 'email_missing'],
      [{ instance: { project_id: 'others' } }, 'project_not_allowed'],
      [{ instance: { zone: 'us-east1-b' } }, 'zone_not_allowed'],
      [{ google: undefined }, 'project_not_allowed'],
      [{ aud: crypto.randomUUID() }, 'audience_mismatch'],
      [{ aud: [id] }, 'audience_mismatch'],
      [{ iss: 'https://example.com' }, 'issuer_mismatch'],
      [{ exp: now - 60 }, 'token_expired'],
      [{ exp: undefined }, 'expiry_missing'],
    ];
    for (const [claims, reason] of cases)
      await refused(machine, await gceToken(world(), id, claims as JWTPayload), reason);
  });

  it('accepts a token that was signed for a named service account, also without an expiry', async () => {
    const machine = await attach(iamFields);
    const { id } = machine.identity;
    const now = Math.floor(world().clock.now().getTime() / 1_000);
    for (const claims of [{}, { iat: now - 1_800 }, { iat: now - 7_200, exp: now + 60 }])
      expect((await logIn(machine, await iamToken(id, claims))).status, JSON.stringify(claims)).to.equal(200);
    const keys = await cloudKeys();
    const calls = keys.requestedPaths.length;
    await refused(machine, await iamToken(id, { sub: others }), 'service_account_not_allowed');
    await refused(machine, await iamToken(id, { sub: '../v3/certs' }), 'not_a_service_account');
    expect(keys.requestedPaths).to.have.length(calls);
    await refused(machine, await iamToken(id, { exp: now - 60 }), 'token_expired');
    await refused(machine, await iamToken(id, { iat: now - 7_200 }), 'token_expired');
    await refused(machine, await iamToken(crypto.randomUUID()), 'audience_mismatch');
    const good = await iamToken(id);
    await refused(machine, `${good.slice(0, -8)}AAAAAAAA`, 'invalid_signature');
    await refused(machine, 'nonsense', 'token_malformed');
  });

  it('is returned as it was attached, changed and removed', async () => {
    const { admin: as, params } = await attach(gceFields);
    const { body } = await world().call('getGcpAuth', { as, params });
    expect(body.identityGcpAuth).to.include({ ...gceFields, allowedZones: '', accessTokenPeriod: 0 });
    const zones = { allowedZones: 'a,b' };
    const changed = await world().call('updateGcpAuth', { as, params, body: zones });
    expect(changed.body.identityGcpAuth).to.include({ ...gceFields, allowedZones: 'a, b' });
    const iam = { type: 'iam', allowedServiceAccounts: '' };
    expectError(await world().call('updateGcpAuth', { as, params, body: iam }), 400, 'BadRequest', /must name/);
    expect((await world().call('revokeGcpAuth', { as, params })).status).to.equal(200);
    for (const operation of ['getGcpAuth', 'updateGcpAuth', 'revokeGcpAuth'] as const)
      expectError(await world().call(operation, { as, params, body: {} }), 404, 'NotFound', /no GCP auth/);
  });

  it('has to name service accounts, or projects for instances', async () => {
    const attachTo = async (body: object) => {
      const { admin: as, params } = await newBareMachine(world());
      return world().call('attachGcpAuth', { as, params, body });
    };
    expectIssues(await attachTo({ type: 'gce', allowedZones: 'a' }), 'body allowedServiceAccounts invalid');
    expectIssues(await attachTo({ type: 'iam', allowedProjects: 'acme' }), 'body allowedServiceAccounts invalid');
    expectIssues(await attachTo({ type: 'iam', allowedServiceAccounts: '*' }), 'body allowedServiceAccounts format');
    expect((await attachTo({ type: 'gce', allowedProjects: 'acme' })).status).to.equal(200);
  });
});
