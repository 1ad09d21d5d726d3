import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { exampleBody } from '../support/contract.ts';
import { expectError } from '../support/expect.ts';
import { addToProject } from '../support/projects.ts';
import { requestFor } from '../support/requests.ts';
import { createThings } from '../support/things.ts';
import { onEachDatabase } from '../support/world.ts';

const ids = Object.keys(operations) as OperationId[];
const guarded = ids.filter((id) => !operations[id].isPublic);
const privileged = ids.filter((id) => !('none' in operations[id].permission));

onEachDatabase('without a good token', (world) => {
  for (const id of guarded) {
    it(`${id} answers 401`, async () => {
      const missing = await world().call(id, { body: exampleBody(id) });
      expectError(missing, 401, 'UnauthorizedError');
      expect(missing.headers['www-authenticate']).to.equal('Bearer');

      const bad = await world().call(id, { body: exampleBody(id), headers: { Authorization: 'Bearer nonsense' } });
      expectError(bad, 401, 'TokenError');
      expect(bad.headers['www-authenticate']).to.equal('Bearer error="invalid_token"');
    });

    it(`${id} does not read the body of a stranger`, async () => {
      const headers = { 'Content-Type': 'application/json' };
      expect((await world().call(id, { body: '{ this is not JSON', headers })).status).to.equal(401);
    });
  }
});

onEachDatabase('with a token of the wrong kind', (world) => {
  for (const id of guarded.filter((name) => operations[name].needsOrganization && operations[name].actors.includes('user'))) {
    it(`${id} wants an organization to be chosen`, async () => {
      const { loginToken } = await world().newUser(await world().newOrganization(), 'admin');
      expectError(await world().call(id, { as: { token: loginToken }, body: exampleBody(id) }), 401, 'UnauthorizedError', /select-organization/);
    });
  }

  for (const id of guarded.filter((name) => !operations[name].actors.includes('identity'))) {
    it(`${id} is not for machine identities`, async () => {
      const as = await world().newIdentity(await world().newOrganization(), 'admin');
      expectError(await world().call(id, { as, body: exampleBody(id) }), 403, 'ForbiddenError', /machine identity/);
    });
  }

  for (const id of guarded.filter((name) => !operations[name].actors.includes('user'))) {
    it(`${id} is not for users`, async () => {
      const as = await world().newUser(await world().newOrganization(), 'admin');
      expectError(await world().call(id, { as, body: exampleBody(id) }), 403, 'ForbiddenError', /for a user/);
    });
  }
});

onEachDatabase('without any permission', (world) => {
  it('there are operations to try', () => {
    expect(privileged).not.to.be.empty;
  });

  for (const id of privileged) {
    for (const kind of ['user', 'identity'] as const) {
      it(`${id} refuses a ${kind}`, async () => {
        // One of everything is there, so that only the missing permission can be what refuses.
        const things = await createThings(world());
        const as = kind === 'user' ? await world().newUser(things.organization, 'no-access') : await world().newIdentity(things.organization, 'no-access');
        expect((await world().call(id, { as, ...requestFor(id, things) })).status).to.be.oneOf([403, 404]);
      });
    }
  }
});

onEachDatabase('in a project, without any permission there', (world) => {
  for (const id of ids.filter((name) => 'project' in operations[name].permission)) {
    it(`${id} refuses a member who has no access`, async () => {
      const things = await createThings(world());
      const as = await world().newIdentity(things.organization, 'admin');
      await addToProject(world(), things.project, as, 'no-access');
      const { status, body } = await world().call(id, { as, ...requestFor(id, things) });
      expect(status, JSON.stringify(body)).to.equal(403);
    });
  }
});
