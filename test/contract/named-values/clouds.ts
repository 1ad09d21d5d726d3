import { azureFields, azureToken, gceFields, gceToken, iamToken } from '../../support/fixtures/cloud-tokens.ts';
import type { JWTPayload } from 'jose';
import type { Prepare } from './attack.ts';
import { anywhere, attackLogin } from './login-attack.ts';
import { duration } from './login-binding.ts';

type Fields = Readonly<Record<string, Prepare | string>>;

const attackAzure = attackLogin<JWTPayload>({
  attach: 'attachAzureAuth',
  fieldsOf: () => azureFields,
  logIn: async (world, identityId, claims) =>
    world.call('loginWithAzureAuth', { body: { identityId, jwt: await azureToken(world, claims) } }),
});

const other = '00000000-86f1-41af-91ab-2d7cd011db47';

/** By the fields of Azure auth. */
export const azureFieldAttacks: Fields = {
  tenantId: attackAzure('tenantId', {
    value: other,
    who: { tid: other, iss: `https://sts.windows.net/${other}/` },
  }),
  resource: attackAzure('resource', { value: 'urn:others', who: { aud: 'urn:others' } }),
  allowedServicePrincipalIds: attackAzure('allowedServicePrincipalIds', { value: other, who: { oid: other } }),
  accessTokenTrustedIps: attackAzure('accessTokenTrustedIps', anywhere),
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};

const attackGcp = attackLogin<JWTPayload & { isSigned?: true }>({
  attach: 'attachGcpAuth',
  fieldsOf: () => gceFields,
  logIn: async (world, identityId, { isSigned, ...claims } = {}) => {
    const jwt = isSigned ? await iamToken(identityId, claims) : await gceToken(world, identityId, claims);
    return world.call('loginWithGcpAuth', { body: { identityId, jwt } });
  },
});

const others = 'others@acme.iam.gserviceaccount.com';

/** By the fields of GCP auth. */
export const gcpFieldAttacks: Fields = {
  type: attackGcp('type', { value: 'iam', who: { isSigned: true } }),
  allowedServiceAccounts: attackGcp('allowedServiceAccounts', { value: others, who: { email: others } }),
  allowedProjects: attackGcp('allowedProjects', { value: 'others', who: { instance: { project_id: 'others' } } }),
  allowedZones: attackGcp('allowedZones', { value: '', before: { allowedZones: 'us-east1-b' } }),
  accessTokenTrustedIps: attackGcp('accessTokenTrustedIps', anywhere),
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};
