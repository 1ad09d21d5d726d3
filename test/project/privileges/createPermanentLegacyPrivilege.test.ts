import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { legacySetting, readSecrets, temporaryFields } from '../../support/fixtures/legacy-privileges.ts';
import { addThroughGroup, granter } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const now = '2030-01-01T00:00:00.000Z';
const nothingTemporary = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

onEachDatabase('createPermanentLegacyPrivilege', (world) => {
  const setting = () => legacySetting(world());

  it('grants a permanent privilege and returns all fields', async () => {
    const { createPermanent, membershipId, admin } = await setting();
    const { status, body } = await createPermanent({ slug: 'read-dev', ...temporaryFields, unknown: 'is ignored' });
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('privilege');
    const { id, ...privilege } = body.privilege;
    expect(privilege).to.deep.equal({
      projectMembershipId: membershipId,
      slug: 'read-dev',
      permissions: [{ subject: 'secrets', action: 'read', inverted: false, conditions: readSecrets.conditions }],
      createdAt: now,
      updatedAt: now,
      ...nothingTemporary,
    });
    const { projectMembershipId: _, ...newer } = body.privilege;
    const permissions = [{ ...newer.permissions[0], action: ['read'] }];
    expect((await world().call('getPrivilege', { as: admin, params: { id } })).body).to.deep.equal({
      privilege: { ...newer, permissions },
    });
  });

  it('stores rules of the older format unchanged', async () => {
    const { createPermanent } = await setting();
    const permissions = [
      { action: 'write', subject: 'secrets', conditions: { environment: 'dev', secretPath: '/a' } },
      { action: 'read', subject: 'secrets', conditions: { secretPath: { $glob: '/b/**' } } },
      { action: 'read', subject: 'secret-folders', conditions: {} },
      { action: 'create', subject: 'tags', conditions: null },
      { action: 'delete', subject: 'environments', inverted: false },
    ];
    const { body } = await createPermanent({ privilegePermission: undefined, permissions });
    expect(body.privilege.permissions).to.deep.equal(permissions.map((rule) => ({ inverted: false, ...rule })));
    expect(
      (await createPermanent({ privilegePermission: undefined, permissions: [] })).body.privilege.permissions,
    ).to.deep.equal([]);
  });

  it('checks write as create, edit and delete', async () => {
    const { createPermanent, mayDo } = await setting();
    await createPermanent({
      privilegePermission: { actions: ['write'], subject: 'secrets', conditions: { environment: 'dev' } },
    });
    for (const action of ['create', 'edit', 'delete'])
      expect(await mayDo(action, 'secrets', { environment: 'dev' }), action).to.equal(true);
    for (const action of ['readValue', 'describeSecret'])
      expect(await mayDo(action, 'secrets', { environment: 'dev' }), action).to.equal(false);
    for (const subject of ['secret-folders', 'secret-imports'])
      expect(await mayDo('create', subject, { environment: 'dev' }), subject).to.equal(false);
  });

  it('prefers privilegePermission to permissions', async () => {
    const { createPermanent } = await setting();
    const { body } = await createPermanent({ permissions: [{ action: 'read', subject: 'tags' }] });
    expect(body.privilege.permissions.map(({ subject }: { subject: string }) => subject)).to.deep.equal(['secrets']);
  });

  it('requires one of them, an identity and a project', async () => {
    const { admin, createPermanent, stored } = await setting();
    expectIssues(await createPermanent({ privilegePermission: undefined }), 'body privilegePermission required');
    expectIssues(
      await world().call('createPermanentLegacyPrivilege', { as: admin, body: {} }),
      'body identityId required',
      'body projectSlug required',
    );
    expectIssues(await createPermanent({ identityId: '' }), 'body identityId too_small');
    expectIssues(await createPermanent({ projectSlug: '' }), 'body projectSlug too_small');
    for (const name of ['identityId', 'projectSlug'])
      expectError(await createPermanent({ [name]: 'x' }), 404, 'NotFound');
    expect(await stored()).to.deep.equal([]);
  });

  it('accepts slugs of 1 to 60 characters, and generates one', async () => {
    const { createPermanent } = await setting();
    for (const slug of ['a', 'x'.repeat(60)])
      expect((await createPermanent({ slug })).body.privilege.slug).to.equal(slug);
    expect((await createPermanent()).body.privilege.slug).to.match(/^read-secrets(-[a-z0-9]+)*$/);
    expectIssues(await createPermanent({ slug: '' }), 'body slug too_small', 'body slug pattern');
    expectIssues(await createPermanent({ slug: 'x'.repeat(61) }), 'body slug too_big');
    expectIssues(await createPermanent({ slug: 'a_b' }), 'body slug pattern');
  });

  it('accepts one or several actions on any subject, with or without conditions, and returns one rule per action', async () => {
    const { createPermanent } = await setting();
    const rule = { subject: 'secrets', inverted: false };
    const conditions = { secretPath: '/a' };
    for (const [privilegePermission, permissions] of [
      [{ action: 'read', subject: 'secrets' }, [{ ...rule, action: 'read' }]],
      [{ actions: 'readValue', subject: 'secrets', conditions }, [{ ...rule, action: 'readValue', conditions }]],
      [
        { action: ['create', 'edit'], subject: 'secrets', conditions: null },
        ['create', 'edit'].map((action) => ({ ...rule, action, conditions: null })),
      ],
      [
        { actions: ['read', 'write'], subject: 'tags', conditions: {} },
        ['read', 'write'].map((action) => ({ subject: 'tags', action, inverted: false, conditions: {} })),
      ],
      [
        { action: 'anything', subject: 'pam-accounts' },
        [{ subject: 'pam-accounts', action: 'anything', inverted: false }],
      ],
    ] as const) {
      expect((await createPermanent({ privilegePermission })).body.privilege.permissions).to.deep.equal(permissions);
    }
  });

  it('reports problems of a privilegePermission', async () => {
    const { createPermanent, stored } = await setting();
    for (const [change, issue] of [
      [{ actions: undefined }, 'action required'],
      [{ action: 'read' }, 'actions invalid'],
      [{ actions: [] }, 'actions too_small'],
      [{ actions: '' }, 'actions too_small'],
      [{ actions: ['read', 'lease'] }, 'actions.1 enum'],
      [{ actions: 'lease' }, 'actions enum'],
      [{ actions: undefined, action: 'lease' }, 'action enum'],
      [{ actions: Array.from({ length: 51 }, () => 'read') }, 'actions too_big'],
      [{ subject: 'nonsense' }, 'subject enum'],
      [{ subject: 'tags', conditions: { environment: 'dev' } }, 'conditions.environment unknown'],
      [{ inverted: true }, 'inverted enum'],
      [{ conditions: { environment: '' } }, 'conditions.environment too_small'],
      [{ conditions: { environment: { $glob: '*' } } }, 'conditions.environment type'],
      [{ conditions: { environment: 'dev', secretName: 'A' } }, 'conditions.secretName unknown'],
      [{ conditions: { environment: 'dev', secretPath: 'a' } }, 'conditions.secretPath pattern'],
      [{ conditions: { environment: 'dev', secretPath: {} } }, 'conditions.secretPath.$glob required'],
      [{ conditions: { environment: 'dev', secretPath: { $glob: '' } } }, 'conditions.secretPath.$glob too_small'],
      [
        { conditions: { environment: 'dev', secretPath: { $glob: '/*'.repeat(21) } } },
        'conditions.secretPath.$glob too_big',
      ],
      [{ conditions: { environment: '{{x}}' } }, 'conditions.environment invalid'],
    ] as const) {
      expectIssues(
        await createPermanent({ privilegePermission: { ...readSecrets, ...change } }),
        `body privilegePermission.${issue}`,
      );
    }
    expectIssues(await createPermanent({ privilegePermission: null }), 'body privilegePermission type');
    expect(await stored()).to.deep.equal([]);
  });

  it('reports problems of permissions', async () => {
    const { createPermanent, stored } = await setting();
    const rule = { action: 'read', subject: 'secrets' };
    for (const [change, issue] of [
      [{ action: 'readValue' }, '0.action enum'],
      [{ action: undefined }, '0.action required'],
      [{ subject: 'nonsense' }, '0.subject enum'],
      [{ inverted: true }, '0.inverted enum'],
      [{ conditions: { secretName: 'A' } }, '0.conditions.secretName unknown'],
      [{ conditions: { secretPath: 'a' } }, '0.conditions.secretPath pattern'],
      [{ subject: 'tags', conditions: { environment: 'dev' } }, '0.conditions.environment unknown'],
      [{ subject: 'identity', conditions: { secretPath: '/a' } }, '0.conditions.secretPath unknown'],
      [{ conditions: { environment: '{{x}}' } }, '0.conditions.environment invalid'],
      [{ conditions: { secretPath: { $glob: '/*'.repeat(21) } } }, '0.conditions.secretPath.$glob too_big'],
    ] as const) {
      expectIssues(
        await createPermanent({ privilegePermission: undefined, permissions: [{ ...rule, ...change }] }),
        `body permissions.${issue}`,
      );
    }
    expectIssues(
      await createPermanent({ privilegePermission: undefined, permissions: [{ ...rule, action: ['read'] }] }),
      'body permissions.0.action type',
      'body permissions.0.action enum',
    );
    const many = (length: number) => Array.from({ length }, () => rule);
    expectIssues(
      await createPermanent({ privilegePermission: undefined, permissions: many(201) }),
      'body permissions too_big',
    );
    expect(await stored()).to.deep.equal([]);
    expect((await createPermanent({ privilegePermission: undefined, permissions: many(200) })).status).to.equal(200);
  });

  it('refuses the same callers as the newer version', async () => {
    const given = await setting();
    const { createPermanent, newMember, organization, stored, audited } = given;
    expectError(
      await createPermanent({}, await newMember('viewer')),
      403,
      'PermissionDenied',
      /edit machine identities/,
    );
    expectError(
      await createPermanent({}, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges/,
    );
    const refused = await createPermanent(
      { privilegePermission: { ...readSecrets, actions: ['write'] } },
      await newMember(granter({ subject: 'secrets', action: ['create', 'edit'] })),
    );
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([
      { action: 'delete', subject: 'secrets', conditions: readSecrets.conditions },
    ]);
    expectError(
      await createPermanent({}, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    const outside = await world().newIdentity(organization, 'admin');
    expectError(await createPermanent({ identityId: outside.id }), 404, 'NotFound');
    await addThroughGroup(world(), given, outside);
    expectError(await createPermanent({ identityId: outside.id }), 400, 'BadRequest', /group/i);
    const foreign = await setting();
    expectError(await createPermanent({ identityId: foreign.identity.id }), 404, 'NotFound');
    expectError(await createPermanent({ projectSlug: foreign.project.slug }), 404, 'NotFound');
    expect(await stored()).to.deep.equal([]);
    expect(await audited()).to.deep.equal([]);
    expect(
      (
        await createPermanent(
          { privilegePermission: { ...readSecrets, actions: ['write'] } },
          await newMember(granter({ subject: 'secrets', action: ['create', 'edit', 'delete'] })),
        )
      ).status,
    ).to.equal(200);
  });

  it('creates exactly one privilege for twenty concurrent requests with the same slug, in both versions', async () => {
    const { createPermanent, create, stored } = await setting();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => (number % 2 === 0 ? create : createPermanent)({ slug: 'wanted' })),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectError(answer, 400, 'BadRequest', /wanted/);
    expect(await stored()).to.have.length(1);
  });

  it('is recorded in the audit log', async () => {
    const { createPermanent, audited, identity, project } = await setting();
    const { body } = await createPermanent({ slug: 'audited', privilegePermission: undefined, permissions: [] });
    const [entry, ...others] = await audited();
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'create-identity-project-additional-privilege',
      eventMetadata: {
        identityId: identity.id,
        privilegeId: body.privilege.id,
        slug: 'audited',
        isTemporary: false,
        permissions: '[]',
      },
      projectId: project.id,
    });
  });
});
