import { boundFields, logInAs } from '../../support/fixtures/oidc-auth.ts';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { succeed, type Attacks, type Prepare } from './attack.ts';
import { reading, templateSetting } from './templates.ts';

let provider: Promise<TestProvider> | undefined;

export const stopProvider = async (): Promise<void> => (await provider)?.stop();

/**
 * An identity that may read the folder of its team, given by the claim `team` of its login; another claim has another
 * value.
 */
const mapClaims =
  (isAttached: boolean): Prepare =>
  async (world, operation) => {
    const issuing = await (provider ??= TestProvider.start());
    const setting = await templateSetting(world);
    const identity = await newProjectIdentity(world, setting, [
      rule(reading, { secretPath: '/{{identity.auth.oidc.claims.team}}' }),
    ]);
    const params = { identityId: identity.id };
    const settings = { ...boundFields(issuing), claimMetadataMapping: { team: 'team' } };
    if (isAttached) succeed(await world.call('attachOidcAuth', { as: setting.admin, params, body: settings }));
    return {
      ...setting,
      beneficiary: identity,
      change: (as) =>
        world.call(operation, { as, params, body: { ...settings, claimMetadataMapping: { team: 'repository' } } }),
      // Uses the identity's own login, whichever caller is asked about.
      sees: async () => {
        const { status, body } = await logInAs(world, issuing, { identity }, { team: 'open', repository: 'payments' });
        return status === 200 && setting.sees({ token: body.accessToken as string });
      },
      isFreeWithoutRule: true,
    };
  };

export const claimsAttacks: Attacks = {
  attachOidcAuth: { 'maps the claim that the rule refers to': mapClaims(false) },
  updateOidcAuth: { 'maps another claim to the name that the rule refers to': mapClaims(true) },
};
