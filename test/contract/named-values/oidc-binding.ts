import type { JWTPayload } from 'jose';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { boundFields, logInAs } from '../../support/fixtures/oidc-auth.ts';
import { rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { succeed, type Prepare } from './attack.ts';
import { reading, templateSetting } from './templates.ts';

let provider: Promise<TestProvider> | undefined;

export const stopBoundProvider = async (): Promise<void> => (await provider)?.stop();

interface Change {
  /** The value that lets somebody log in. */
  readonly value: unknown;
  /** The fields before the change, if they matter. */
  readonly before?: object;
  readonly claims?: JWTPayload;
  readonly harmless?: string;
}

/** An identity that may read /payments; the attacker binds it to other tokens of its provider. */
const changeBinding =
  (field: string, { value, before, claims, harmless }: Change): Prepare =>
  async (world, operation) => {
    const issuing = await (provider ??= TestProvider.start());
    const setting = await templateSetting(world);
    const identity = await newProjectIdentity(world, setting, [rule(reading, { secretPath: '/payments' })]);
    const params = { identityId: identity.id };
    const fields = { ...boundFields(issuing), ...before };
    const isNew = operation === 'attachOidcAuth';
    if (!isNew) succeed(await world.call('attachOidcAuth', { as: setting.admin, params, body: fields }));
    return {
      ...setting,
      // Has the rules; its own login is below.
      beneficiary: { id: identity.id, token: setting.attacker.token },
      change: (as) => world.call(operation, { as, params, body: { ...(isNew && fields), [field]: value } }),
      // Uses a login as the identity, whichever caller is asked about.
      sees: async () => {
        const { status, body } = await logInAs(world, issuing, { identity }, claims);
        return status === 200 && setting.sees({ token: body.accessToken as string });
      },
      ...(harmless !== undefined && { harmless }),
    };
  };

const elsewhere = 'https://127.0.0.1:1';
const part = {
  claims: { sub: 'repo:others/rockets' },
  harmless: 'Whoever wants to be the provider has to change several of these fields.',
};
const duration = 'It decides how long a login lasts or how often it counts, not who logs in.';

/** By the fields of OIDC auth. */
export const bindingFields: Readonly<Record<string, Prepare | string>> = {
  oidcDiscoveryUrl: changeBinding('oidcDiscoveryUrl', { value: elsewhere, ...part }),
  boundIssuer: changeBinding('boundIssuer', { value: elsewhere, ...part }),
  caCert: changeBinding('caCert', { value: '', ...part }),
  boundAudiences: changeBinding('boundAudiences', { value: 'others', claims: { aud: 'others' } }),
  boundSubject: changeBinding('boundSubject', { value: 'repo:others/*', claims: { sub: 'repo:others/rockets' } }),
  boundClaims: changeBinding('boundClaims', {
    value: { team: 'others' },
    before: { boundClaims: { team: 'rockets' } },
    claims: { team: 'others' },
  }),
  accessTokenTrustedIps: changeBinding('accessTokenTrustedIps', {
    value: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
    before: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
  }),
  claimMetadataMapping: 'Rules name the claims: see identity.auth.oidc.claims.',
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};
