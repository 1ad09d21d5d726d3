import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { exampleBody } from '../support/expect/contract.ts';
import { expectError } from '../support/expect/expect.ts';
import type { TestIdentity, TestUser } from '../support/world/members.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { requestFor } from '../support/expect/requests.ts';
import { createTestObjects, type TestObjects } from '../support/fixtures/test-objects.ts';
import { onEitherDatabase } from '../support/world/cases.ts';

const ids = Object.keys(operations) as OperationId[];
const guarded = ids.filter((id) => !operations[id].isPublic);
const privileged = ids.filter((id) => !('none' in operations[id].permission));

const forServiceTokens: readonly OperationId[] = [
  ...([
    'listSecrets',
    'getSecret',
    'createSecret',
    'updateSecret',
    'deleteSecret',
    'createSecrets',
    'updateSecrets',
    'deleteSecrets',
  ] as const),
  ...([
    'listRawSecrets',
    'getRawSecret',
    'createRawSecret',
    'updateRawSecret',
    'deleteRawSecret',
    'createRawSecrets',
    'updateRawSecrets',
    'deleteRawSecrets',
  ] as const),
  ...(['createFolder', 'listFolders', 'getFolder', 'updateFolder', 'deleteFolder'] as const),
  ...([
    'createLegacyFolder',
    'listLegacyFolders',
    'getLegacyFolder',
    'updateLegacyFolder',
    'updateLegacyFolders',
    'deleteLegacyFolder',
  ] as const),
  ...([
    'createSecretImport',
    'listSecretImports',
    'getSecretImport',
    'updateSecretImport',
    'deleteSecretImport',
    'listImportedSecrets',
  ] as const),
  ...([
    'createLegacySecretImport',
    'listLegacySecretImports',
    'getLegacySecretImport',
    'updateLegacySecretImport',
    'deleteLegacySecretImport',
    'listLegacyImportedSecrets',
  ] as const),
  ...(['getProject', 'getWorkspace', 'getOwnServiceToken'] as const),
];

onEitherDatabase('without a valid token', (world) => {
  for (const id of guarded) {
    it(`${id} answers 401`, async () => {
      const missing = await world().call(id, { body: exampleBody(id) });
      expectError(missing, 401, 'UnauthorizedError');
      expect(missing.headers['www-authenticate']).to.equal('Bearer');

      const bad = await world().call(id, { body: exampleBody(id), headers: { Authorization: 'Bearer nonsense' } });
      expectError(bad, 401, 'TokenError');
      expect(bad.headers['www-authenticate']).to.equal('Bearer error="invalid_token"');
    });

    it(`${id} does not read the body of an unauthenticated request`, async () => {
      const headers = { 'Content-Type': 'application/json' };
      expect((await world().call(id, { body: '{ this is not JSON', headers })).status).to.equal(401);
    });
  }
});

onEitherDatabase('with a token of the wrong kind', (world) => {
  let user: TestUser;
  let identity: TestIdentity;
  let serviceToken: { readonly token: string };
  before(async () => {
    const { organization, ...objects } = await createTestObjects(world());
    serviceToken = objects.serviceToken;
    user = await world().newUser(organization, 'admin');
    identity = await world().newIdentity(organization, 'admin');
  });

  for (const id of guarded.filter(
    (name) => operations[name].needsOrganization && operations[name].actors.includes('user'),
  )) {
    it(`${id} requires that an organization is selected`, async () => {
      expectError(
        await world().call(id, { as: { token: user.loginToken }, body: exampleBody(id) }),
        401,
        'UnauthorizedError',
        /select-organization/,
      );
    });
  }

  for (const id of guarded.filter((name) => !operations[name].actors.includes('identity'))) {
    it(`${id} is not available to machine identities`, async () => {
      expectError(
        await world().call(id, { as: identity, body: exampleBody(id) }),
        403,
        'ForbiddenError',
        /machine identity/i,
      );
    });
  }

  for (const id of guarded.filter((name) => !operations[name].actors.includes('service'))) {
    it(`${id} is not available to service tokens`, async () => {
      expectError(
        await world().call(id, { as: serviceToken, body: exampleBody(id) }),
        403,
        'ForbiddenError',
        /service token/,
      );
    });
  }

  it('exactly these operations are available to service tokens', () => {
    expect(guarded.filter((id) => operations[id].actors.includes('service'))).to.have.members(forServiceTokens);
  });

  for (const id of guarded.filter((name) => !operations[name].actors.includes('user'))) {
    it(`${id} is not available to users`, async () => {
      expectError(await world().call(id, { as: user, body: exampleBody(id) }), 403, 'ForbiddenError', /to a user/);
    });
  }
});

onEitherDatabase('without any permission', (world) => {
  let objects: TestObjects;
  let actors: Record<'user' | 'identity', { token: string }>;
  // All objects exist, so that only the missing permission can refuse the request; refused requests change nothing, so
  // they are shared.
  before(async () => {
    objects = await createTestObjects(world());
    const { organization } = objects;
    actors = {
      user: await world().newUser(organization, 'no-access'),
      identity: await world().newIdentity(organization, 'no-access'),
    };
  });

  it('there are operations to test', () => {
    expect(privileged).not.to.be.empty;
  });

  for (const id of privileged) {
    for (const kind of ['user', 'identity'] as const) {
      it(`${id} refuses a ${kind}`, async () => {
        expect((await world().call(id, { as: actors[kind], ...requestFor(id, objects) })).status).to.be.oneOf([
          403, 404,
        ]);
      });
    }
  }
});

onEitherDatabase('in a project, without any permission there', (world) => {
  // A caller who manages an identity in the organization may remove it from any project.
  const opensToOwners: readonly OperationId[] = [
    'removeProjectIdentity',
    'removeProjectIdentityLegacy',
    'removeWorkspaceIdentity',
  ];
  let objects: TestObjects;
  let actors: Record<'admin' | 'no-access', TestIdentity>;
  before(async () => {
    objects = await createTestObjects(world());
    actors = {
      admin: await world().newIdentity(objects.organization, 'admin'),
      'no-access': await world().newIdentity(objects.organization, 'no-access'),
    };
    for (const actor of Object.values(actors)) await addToProject(world(), objects.project, actor, 'no-access');
  });

  for (const id of ids.filter((name) => 'project' in operations[name].permission)) {
    it(`${id} refuses a member without access`, async () => {
      const as = actors[opensToOwners.includes(id) ? 'no-access' : 'admin'];
      const { status, body } = await world().call(id, { as, ...requestFor(id, objects) });
      // As in Infisical, this is 404 without the permission.
      expect(status, JSON.stringify(body)).to.equal(id === 'getWebhook' ? 404 : 403);
    });
  }
});
