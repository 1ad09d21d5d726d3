import { expect } from 'chai';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { expectError } from '../../support/expect/expect.ts';
import { successfulCall } from '../../support/fixtures/successful-calls.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

/** Auth methods of machine identities whose logins another side vouches for: Kubernetes, Jwt, and so on. */
const methods = (Object.keys(operations) as OperationId[]).flatMap((id) => {
  const [, name] = /^loginWith(\w+)Auth$/.exec(id) ?? [];
  return name === undefined || name === 'Universal' ? [] : [name];
});

onEitherDatabase('the tokens of every login of a machine identity', (world, kind) => {
  /** An identity that logs in with the method; `change` updates the configuration. */
  const prepare = async (name: string) => {
    const call = (verb: string) => `${verb}${name}Auth` as OperationId;
    const { request } = await successfulCall(world(), call('loginWith'), kind);
    const params = { identityId: (request.body as { identityId: string }).identityId };
    const { stores } = world().server.parts;
    const { organizationId } = (await stores.identities.findOwner(params.identityId))!;
    const as = await world().newUser((await stores.organizations.findById(organizationId))!, 'admin');
    const shown = (await world().call(call('get'), { as, params })).body[`identity${name}Auth`];
    // JWT auth needs these in every update.
    const type = name === 'Jwt' ? { configurationType: shown.configurationType, jwksUrl: shown.jwksUrl } : {};
    return {
      change: async (body: object) => {
        const { status } = await world().call(call('update'), { as, params, body: { ...type, ...body } });
        expect(status, `update of ${name}`).to.equal(200);
      },
      revoke: () => world().call(call('revoke'), { as, params }),
      /** Logs in, and returns what uses the token. */
      logIn: async () => {
        const { status, body } = await world().call(call('loginWith'), request);
        expect(status, `login with ${name}`).to.equal(200);
        return () => world().call('listOrganizations', { as: { token: body.accessToken as string } });
      },
    };
  };

  for (const name of methods)
    it(`are limited to trusted addresses, uses and a lifetime, and end with the method: ${name}`, async () => {
      const { change, revoke, logIn } = await prepare(name);
      await change({ accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }], accessTokenNumUsesLimit: 1 });
      const use = await logIn();
      expectError(await use(), 403, 'ForbiddenError', /address/);
      await change({ accessTokenTrustedIps: [{ ipAddress: '127.0.0.1' }] });
      expect((await use()).status).to.equal(200);
      expectError(await use(), 401, 'TokenError', /limit/);
      await change({ accessTokenNumUsesLimit: 0, accessTokenTTL: 60, accessTokenMaxTTL: 60 });
      const useLater = await logIn();
      await world().clock.later(59, async () => expect((await useLater()).status).to.equal(200));
      await world().clock.later(60, async () => expectError(await useLater(), 401, 'TokenError'));
      expect((await revoke()).status).to.equal(200);
      expectError(await useLater(), 401, 'TokenError');
    });
});
