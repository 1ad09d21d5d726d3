import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { type LateResponse, sendHeaders } from '../support/clients/late-requests.ts';
import { changesWhere } from '../support/expect/audit.ts';
import { requestFor } from '../support/expect/requests.ts';
import { watchRevisions } from '../support/expect/revisions.ts';
import { membershipOf } from '../support/fixtures/people.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { challenge, newProtectedUser } from '../support/fixtures/second-factor.ts';
import { createTestObjects, newAdmin, type TestObjects } from '../support/fixtures/test-objects.ts';
import { type CallOptions, onEachDatabase, type World } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

type ActorKind = 'user' | 'identity' | 'service' | 'mfa';

/** A caller whose access ends after the headers of its requests. */
interface Case {
  readonly actor: ActorKind;
  readonly prepare: (world: World, objects: TestObjects) => Promise<Caller>;
  /** The status and message of a refusal. */
  readonly refusals: readonly number[];
  readonly message?: RegExp;
  /** Whether the caller keeps what needs no permission. */
  readonly isDemotion?: boolean;
}

interface Caller {
  readonly as: { readonly token: string };
  readonly revoke: () => Promise<void>;
}

const withBody = (Object.keys(operations) as OperationId[]).filter(
  (id) => !operations[id].isPublic && operations[id].bodyTypes.length > 0,
);

const idsFor = ({ actor, isDemotion = false }: Case): readonly OperationId[] =>
  withBody.filter(
    (id) => operations[id].actors.includes(actor) && !(isDemotion && 'none' in operations[id].permission),
  );

const mustSucceed = async (world: World, id: OperationId, options: CallOptions): Promise<void> => {
  const { status, body } = await world.call(id, options);
  expect(status, JSON.stringify(body)).to.equal(200);
};

const newAdminIdentity = async (world: World, { organization, project }: TestObjects) => {
  const identity = await world.newIdentity(organization, 'admin');
  await addToProject(world, project, identity, 'admin');
  return identity;
};

const revokeInstanceAdmin = ({ server }: World, { id }: { id: string }): Promise<void> =>
  server.parts.database.transaction(ofInstance, async ({ db }) => {
    await db('users').where({ id }).update({ superAdmin: false });
    await db('identities').where({ id }).update({ isInstanceAdmin: false });
  });

const cases: Readonly<Record<string, Case>> = {
  'whose session has ended': {
    actor: 'user',
    prepare: async (world, objects) => {
      const as = await newAdmin(world, objects);
      return { as, revoke: () => mustSucceed(world, 'logout', { as }) };
    },
    refusals: [401],
    message: /expired or was revoked/,
  },
  'whose session has ended before the second factor': {
    actor: 'mfa',
    prepare: async (world, { organization }) => {
      const user = await newProtectedUser(world, organization);
      const as = await challenge(world, user, organization);
      return { as, revoke: () => mustSucceed(world, 'endOwnSessions', { as: user }) };
    },
    refusals: [401],
    message: /expired or was revoked/,
  },
  'who was removed from the organization': {
    actor: 'user',
    prepare: async (world, objects) => {
      const as = await newAdmin(world, objects);
      const { organization, admin } = objects;
      const params = { organizationId: organization.id, membershipId: await membershipOf(world, organization, as) };
      return { as, revoke: () => mustSucceed(world, 'removeOrganizationUser', { as: admin, params }) };
    },
    refusals: [403],
    message: /not an active member/,
  },
  'who was demoted': {
    actor: 'user',
    prepare: async (world, objects) => {
      const as = await newAdmin(world, objects);
      await world.makeInstanceAdmin(as);
      const { organization, project, admin } = objects;
      const membershipId = await membershipOf(world, organization, as);
      const revoke = async (): Promise<void> => {
        await mustSucceed(world, 'updateOrganizationUser', {
          as: admin,
          params: { organizationId: organization.id, membershipId },
          body: { role: 'no-access' },
        });
        await mustSucceed(world, 'removeProjectUsers', {
          as: admin,
          params: { projectId: project.id },
          body: { usernames: [as.email] },
        });
        await revokeInstanceAdmin(world, as);
      };
      return { as, revoke };
    },
    refusals: [403, 404],
    isDemotion: true,
  },
  'whose token was revoked': {
    actor: 'identity',
    prepare: async (world, objects) => {
      const as = await newAdminIdentity(world, objects);
      const params = { tokenId: as.tokenId };
      return { as, revoke: () => mustSucceed(world, 'revokeTokenAuthToken', { as: objects.admin, params }) };
    },
    refusals: [401],
    message: /expired or was revoked/,
  },
  'that was demoted': {
    actor: 'identity',
    prepare: async (world, objects) => {
      const as = await newAdminIdentity(world, objects);
      const { project, admin } = objects;
      for (const member of [as, admin]) await world.makeInstanceAdmin(member);
      const revoke = async (): Promise<void> => {
        const params = { projectId: project.id, identityId: as.id };
        await mustSucceed(world, 'updateIdentity', { as: admin, params, body: { role: 'no-access' } });
        await mustSucceed(world, 'removeProjectIdentity', { as: admin, params });
        await revokeInstanceAdmin(world, as);
      };
      return { as, revoke };
    },
    refusals: [403, 404],
    isDemotion: true,
  },
  'that was revoked': {
    actor: 'service',
    prepare: (world, { admin, serviceToken: as, ids: { serviceTokenId } }) =>
      Promise.resolve({
        as,
        revoke: () =>
          mustSucceed(world, 'deleteServiceToken', { as: admin, params: { serviceTokenId: serviceTokenId! } }),
      }),
    refusals: [401],
  },
};

const actorNames: Readonly<Record<ActorKind, string>> = {
  user: 'a user',
  mfa: 'a user',
  identity: 'a machine identity',
  service: 'a service token',
};

onEachDatabase('between the headers and the body of a request', (world) => {
  for (const [what, test] of Object.entries(cases)) {
    const { actor, prepare, refusals, message = /./ } = test;
    describe(`of ${actorNames[actor]} ${what}`, () => {
      const responses = new Map<OperationId, LateResponse>();
      let changed: readonly string[];
      let recorded: number;

      before(async () => {
        const objects = await createTestObjects(world());
        const { as, revoke } = await prepare(world(), objects);
        const requests = await Promise.all(
          idsFor(test).map(async (id) => ({
            id,
            late: await sendHeaders(world(), id, { as, ...requestFor(id, objects) }),
          })),
        );
        // Callers are identified in the order of their requests.
        expect((await world().call('listOrganizations', { as: objects.admin })).status).to.equal(200);
        await revoke();

        const organization = { organizationId: objects.organization.id };
        const before = await changesWhere(world(), organization);
        const changes = await watchRevisions(world().server.parts.database.read, organization.organizationId);
        await Promise.all(requests.map(async ({ id, late }) => responses.set(id, await late.finish())));
        changed = await changes();
        recorded = (await changesWhere(world(), organization)).length - before.length;
      });

      for (const id of idsFor(test)) {
        it(`${id} is refused`, () => {
          const { status, body } = responses.get(id)!;
          expect(status, JSON.stringify(body)).to.be.oneOf(refusals);
          expect(body.message).to.match(message);
        });
      }

      it('nothing is changed', () => {
        expect(changed).to.deep.equal([]);
        expect(recorded).to.equal(0);
      });
    });
  }

  it('there are operations to test for every kind of caller', () => {
    const tested = new Set(Object.values(cases).flatMap(idsFor));
    // The operation checks its invitation itself, after the body.
    expect(withBody.filter((id) => !tested.has(id))).to.deep.equal(['completeAccount']);
  });
});
