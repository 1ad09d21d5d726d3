import { expect } from 'chai';
import type { JWTPayload } from 'jose';
import { cloudKeys } from '../../support/clients/cloud-keys.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import { azureFields, azureToken } from '../../support/fixtures/cloud-tokens.ts';
import { newBareMachine, newMachine, type Machine } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const { tenantId, allowedServicePrincipalIds: principal } = azureFields;

onEachDatabase('Azure auth', (world) => {
  const attach = (more: object = {}) => newMachine(world(), 'attachAzureAuth', { ...azureFields, ...more });
  const logIn = ({ identity }: Pick<Machine, 'identity'>, jwt: string) =>
    world().call('loginWithAzureAuth', { body: { identityId: identity.id, jwt } });
  const attachTo = async (fields: object) => {
    const { admin: as, params } = await newBareMachine(world());
    return world().call('attachAzureAuth', { as, params, body: { ...azureFields, ...fields } });
  };

  it('accepts tokens of version 1 and 2 of the named principals, with or without a slash after the resource', async () => {
    const machine = await attach({ accessTokenTTL: 60 });
    const v2 = `${(await cloudKeys()).url}/${tenantId}/v2.0`;
    for (const claims of [{}, { iss: v2 }, { aud: 'https://management.azure.com' }, { oid: principal.toUpperCase() }]) {
      const response = await logIn(machine, ` ${await azureToken(world(), claims)}\n`);
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      expect(response.body.expiresIn).to.equal(60);
      const [entry] = await entriesOf(world(), response);
      expect(entry!.eventMetadata).to.include({ tenantId });
      const as = { token: response.body.accessToken as string };
      expect((await world().call('listOrganizations', { as })).status).to.equal(200);
    }
  });

  it('refuses other tenants, resources and principals, forged and expired tokens', async () => {
    const machine = await attach();
    const now = world().clock.now().getTime() / 1_000;
    const other = tenantId.replace('7', '8');
    const cases: [object, string][] = [
      [{ iss: `https://sts.windows.net/${other}/` }, 'issuer_mismatch'],
      [{ iss: undefined }, 'issuer_mismatch'],
      [{ tid: other }, 'tenant_id_mismatch'],
      [{ aud: 'https://graph.microsoft.com' }, 'audience_mismatch'],
      [{ aud: 'https://management.azure.com//' }, 'audience_mismatch'],
      [{ oid: other }, 'service_principal_not_allowed'],
      [{ oid: undefined }, 'service_principal_not_allowed'],
      [{ exp: now - 60 }, 'token_expired'],
      [{ exp: undefined }, 'expiry_missing'],
    ];
    const refused = async (jwt: string, reason: string) =>
      expectRefusedLogin(world(), await logIn(machine, jwt), { ...machine, method: 'azure-auth' }, reason);
    for (const [claims, reason] of cases) await refused(await azureToken(world(), claims as JWTPayload), reason);
    const good = await azureToken(world());
    await refused(`${good.slice(0, -8)}AAAAAAAA`, 'invalid_signature');
    await refused('nonsense', 'token_malformed');
  });

  it('responds with 503 if the keys of the tenant cannot be fetched', async () => {
    const keys = await cloudKeys();
    const away = '99999999-86f1-41af-91ab-2d7cd011db47';
    const machine = await attach({ tenantId: away });
    keys.override = (res) => void res.writeHead(500).end();
    const jwt = await azureToken(world(), { tid: away, iss: `https://sts.windows.net/${away}/` });
    const response = await logIn(machine, jwt);
    keys.override = undefined;
    expectError(response, 503, 'ServiceUnavailable', /cannot be asked/);
  });

  it('is returned as it was attached, changed and removed', async () => {
    const { admin: as, params } = await attach();
    const { body } = await world().call('getAzureAuth', { as, params });
    expect(body.identityAzureAuth).to.include({ ...azureFields, accessTokenPeriod: 0, accessTokenTTL: 2592000 });
    const changed = await world().call('updateAzureAuth', { as, params, body: { resource: 'urn:other' } });
    expect(changed.body.identityAzureAuth).to.include({ ...azureFields, resource: 'urn:other' });
    const empty = { allowedServicePrincipalIds: ' , ' };
    expectError(await world().call('updateAzureAuth', { as, params, body: empty }), 400, 'BadRequest', /must name/);
    expect((await world().call('revokeAzureAuth', { as, params })).status).to.equal(200);
    for (const operation of ['getAzureAuth', 'updateAzureAuth', 'revokeAzureAuth'] as const)
      expectError(await world().call(operation, { as, params, body: {} }), 404, 'NotFound', /no Azure auth/);
  });

  it('has to name a tenant, a resource and principals', async () => {
    expectIssues(await attachTo({ tenantId: 'acme.onmicrosoft.com' }), 'body tenantId format');
    expectIssues(await attachTo({ resource: ' ' }), 'body resource invalid');
    expectIssues(await attachTo({ allowedServicePrincipalIds: '' }), 'body allowedServicePrincipalIds invalid');
    expectIssues(await attachTo({ allowedServicePrincipalIds: '*' }), 'body allowedServicePrincipalIds format');
  });
});
