import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { legacySetting, readSecrets, temporaryFields } from '../../support/fixtures/legacy-privileges.ts';
import { addThroughGroup, granter, temporaryType } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const nothingTemporary = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};
const anHour = {
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
  temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
};
const later = '2030-01-01T00:00:05.000Z';

onEachDatabase('updateLegacyPrivilege', (world) => {
  const setting = async () => {
    const given = await legacySetting(world());
    const update = (
      privilegeSlug: string,
      privilegeDetails: unknown,
      as: { token: string } = given.admin,
      changes: object = {},
    ) =>
      world().clock.later(5, () =>
        world().call('updateLegacyPrivilege', {
          as,
          body: { ...given.target, privilegeSlug, privilegeDetails, ...changes },
        }),
      );
    const permanent = async (slug: string) => (await given.createPermanent({ slug })).body.privilege;
    const temporary = async (slug: string) => (await given.createTemporary({ slug })).body.privilege;
    return { ...given, update, permanent, temporary };
  };

  it('updates all fields at once, including the slug', async () => {
    const { permanent, update, admin } = await setting();
    const before = await permanent('before');
    const { status, body } = await update('before', {
      slug: 'after',
      privilegePermission: { actions: ['write'], subject: 'secrets', conditions: { environment: 'dev' } },
      isTemporary: true,
      ...temporaryFields,
    });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      privilege: {
        ...before,
        slug: 'after',
        permissions: [{ subject: 'secrets', action: 'write', inverted: false, conditions: { environment: 'dev' } }],
        ...anHour,
        updatedAt: later,
      },
    });
    const { projectMembershipId: _, ...newer } = body.privilege;
    const permissions = [{ ...newer.permissions[0], action: ['write'] }];
    expect((await world().call('getPrivilege', { as: admin, params: { id: before.id } })).body).to.deep.equal({
      privilege: { ...newer, permissions },
    });
    expectError(await update('before', {}), 404, 'NotFound');
  });

  it('updates the given fields and keeps the others', async () => {
    const { temporary, update } = await setting();
    let expected = { ...(await temporary('changing')), updatedAt: later };
    for (const [details, change] of [
      [{ temporaryRange: '2h' }, { temporaryRange: '2h', temporaryAccessEndTime: '2030-01-01T02:00:00.000Z' }],
      [
        { temporaryAccessStartTime: '2030-01-01T01:00:00Z' },
        { temporaryAccessStartTime: '2030-01-01T01:00:00.000Z', temporaryAccessEndTime: '2030-01-01T03:00:00.000Z' },
      ],
      [
        { isTemporary: true, temporaryMode: 'relative', temporaryRange: '1h' },
        { temporaryRange: '1h', temporaryAccessEndTime: '2030-01-01T02:00:00.000Z' },
      ],
      [
        { permissions: [{ action: 'read', subject: 'tags' }] },
        { permissions: [{ action: 'read', subject: 'tags', inverted: false }] },
      ],
      [
        { permissions: [{ action: 'read', subject: 'tags' }], privilegePermission: readSecrets },
        { permissions: [{ action: 'read', subject: 'secrets', inverted: false, conditions: readSecrets.conditions }] },
      ],
      // The request of clients that always send the times.
      [
        { isTemporary: false, temporaryMode: '', temporaryRange: '', temporaryAccessStartTime: '0001-01-01T00:00:00Z' },
        nothingTemporary,
      ],
    ] as const) {
      expected = { ...expected, ...change };
      expect((await update('changing', details)).body, JSON.stringify(details)).to.deep.equal({ privilege: expected });
    }
  });

  it('changes nothing if no value differs', async () => {
    const { temporary, update, audited } = await setting();
    const privilege = await temporary('same');
    for (const details of [
      undefined,
      {},
      { slug: 'same' },
      { privilegePermission: readSecrets, ...temporaryFields, isTemporary: true },
    ]) {
      const response = await update('same', details);
      expect(response.status).to.equal(200);
      expect(response.body).to.deep.equal({ privilege });
    }
    expect(await audited()).to.have.length(1);
  });

  it('makes a permanent privilege temporary only with a complete period', async () => {
    const { permanent, update, audited } = await setting();
    const privilege = await permanent('lasting');
    for (const details of [{ temporaryRange: '1h' }, { temporaryMode: 'relative' }, { ...temporaryFields }])
      expectError(await update('lasting', details), 400, 'BadRequest', /permanent/);
    for (const details of [
      { isTemporary: true },
      { isTemporary: true, temporaryRange: '1h' },
      { isTemporary: true, temporaryAccessStartTime: '2030-01-01T00:00:00Z' },
    ]) {
      expectError(await update('lasting', details), 400, 'BadRequest', /both/);
    }
    expect(await audited()).to.have.length(1);
    const { temporaryMode: _, ...period } = temporaryFields;
    expect((await update('lasting', { isTemporary: true, ...period })).body).to.deep.equal({
      privilege: { ...privilege, ...anHour, updatedAt: later },
    });
  });

  it('validates all fields, and otherwise changes nothing', async () => {
    const { temporary, update, stored, audited, admin } = await setting();
    await temporary('before');
    const untouched = await stored();
    for (const [details, ...issues] of [
      [{ slug: '' }, 'slug too_small', 'slug pattern'],
      [{ slug: 'x'.repeat(61) }, 'slug too_big'],
      [{ slug: 'A' }, 'slug pattern'],
      [{ isTemporary: 'no' }, 'isTemporary type'],
      [{ temporaryMode: 'absolute' }, 'temporaryMode enum'],
      [{ temporaryRange: '' }, 'temporaryRange format'],
      [{ temporaryRange: '0' }, 'temporaryRange too_small'],
      [{ temporaryRange: 'x'.repeat(101) }, 'temporaryRange too_big'],
      [{ temporaryRange: '8000y' }, 'temporaryRange too_big'],
      [{ temporaryAccessStartTime: '2030-02-30T00:00:00Z' }, 'temporaryAccessStartTime format'],
      [{ temporaryAccessStartTime: 'x'.repeat(65) }, 'temporaryAccessStartTime too_big'],
      [{ temporaryAccessStartTime: '9999-12-31T23:59:59Z' }, 'temporaryRange too_big'],
      [{ privilegePermission: { ...readSecrets, actions: [] } }, 'privilegePermission.actions too_small'],
      [{ privilegePermission: { ...readSecrets, inverted: true } }, 'privilegePermission.inverted enum'],
      [
        { privilegePermission: { ...readSecrets, conditions: { environment: '{{x}}' } } },
        'privilegePermission.conditions.environment invalid',
      ],
      [{ permissions: [{ action: 'read', subject: 'nonsense' }] }, 'permissions.0.subject enum'],
      [
        { permissions: [{ action: 'read', subject: 'tags', conditions: { environment: 'dev' } }] },
        'permissions.0.conditions.environment unknown',
      ],
      [
        { temporaryMode: 'x', temporaryRange: 'soon', temporaryAccessStartTime: 'now' },
        'temporaryMode enum',
        'temporaryRange format',
        'temporaryAccessStartTime format',
      ],
    ] as const) {
      expectIssues(
        await update('before', Object.assign({ slug: 'after' }, details)),
        ...issues.map((issue) => `body privilegeDetails.${issue}`),
      );
    }
    expectIssues(await update('before', null), 'body privilegeDetails type');
    expectIssues(await update('', {}), 'body privilegeSlug too_small');
    expectIssues(
      await world().call('updateLegacyPrivilege', { as: admin, body: {} }),
      ...['privilegeSlug', 'identityId', 'projectSlug'].map((field) => `body ${field} required`),
    );
    expect(await stored()).to.deep.equal(untouched);
    expect(await audited()).to.have.length(1);
    for (const slug of ['x'.repeat(60), 'a'])
      expect((await update(slug === 'a' ? 'x'.repeat(60) : 'before', { slug })).body.privilege.slug).to.equal(slug);
  });

  it('refuses the same callers as the newer version', async () => {
    const given = await setting();
    const { permanent, temporary, update, newMember, organization, stored } = given;
    await permanent('taken');
    await temporary('own');
    const untouched = await stored();
    expectError(await update('own', { slug: 'taken' }), 400, 'BadRequest', /taken/);
    for (const details of [{}, { slug: 'after' }])
      expectError(
        await update('own', details, await newMember('viewer')),
        403,
        'PermissionDenied',
        /edit machine identities/,
      );
    expectError(
      await update('own', { temporaryRange: '2h' }, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges/,
    );
    expectError(
      await update('own', { temporaryRange: '2h' }, await newMember(granter())),
      403,
      'PermissionBoundaryError',
    );
    expectError(
      await update(
        'own',
        { privilegePermission: { ...readSecrets, actions: ['read', 'write'] } },
        await newMember(granter({ subject: 'secrets', action: 'read' })),
      ),
      403,
      'PermissionBoundaryError',
    );
    expectError(
      await update('own', {}, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expect(await stored()).to.deep.equal(untouched);
    const editor = await newMember([{ subject: 'identity', action: 'edit' }]);
    expect((await update('own', { slug: 'renamed' }, editor)).status).to.equal(200);
    const earlier = { temporaryRange: '30m' };
    expectError(await update('renamed', earlier, editor), 403, 'PermissionBoundaryError', /nor take them from others/);
    const holder = await newMember([
      { subject: 'identity', action: 'edit' },
      { subject: 'secrets', action: 'read' },
    ]);
    expect((await update('renamed', earlier, holder)).status).to.equal(200);
  });

  it('requires the denied permissions to end a deny', async () => {
    const { create, update, newMember } = await setting();
    await create({ slug: 'denying', permissions: [{ subject: 'secrets', action: 'read', inverted: true }] });
    const as = await newMember(granter());
    expectError(await update('denying', temporaryType, as), 403, 'PermissionBoundaryError');
    expectError(await update('denying', { permissions: [] }, as), 403, 'PermissionBoundaryError');
    expect((await update('denying', temporaryType)).status).to.equal(200);
  });

  it('returns 404 for unknown privileges', async () => {
    const given = await setting();
    const { update, permanent, admin, organization } = given;
    await permanent('there');
    expectError(await update('x', {}), 404, 'NotFound');
    expectError(await update('there', {}, admin, { identityId: 'x' }), 404, 'NotFound');
    expectError(await update('there', {}, admin, { projectSlug: 'x' }), 404, 'NotFound');
    const grouped = await world().newIdentity(organization, 'no-access');
    await addThroughGroup(world(), given, grouped);
    expectError(await update('there', {}, admin, { identityId: grouped.id }), 400, 'BadRequest', /group/i);
    const foreign = await setting();
    await foreign.permanent('there');
    expectError(await update('there', { slug: 'x' }, admin, foreign.target), 404, 'NotFound');
    expectError(await update('there', { slug: 'x' }, admin, { identityId: foreign.identity.id }), 404, 'NotFound');
  });

  it('is recorded in the audit log', async () => {
    const { permanent, update, audited, identity, project } = await setting();
    const { id } = await permanent('before');
    await update('before', { slug: 'audited', permissions: [] });
    const entry = (await audited()).find(
      ({ eventType }) => eventType === 'update-identity-project-additional-privilege',
    );
    expect(entry).to.deep.include({
      eventMetadata: {
        identityId: identity.id,
        privilegeId: id,
        slug: 'audited',
        isTemporary: false,
        permissions: '[]',
        hadDenies: false,
      },
      projectId: project.id,
    });
  });
});
