import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { legacySetting, readSecrets } from '../../support/fixtures/legacy-privileges.ts';
import { granter, temporaryTimes } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const now = '2030-01-01T00:00:00.000Z';

onEachDatabase('createTemporaryLegacyPrivilege', (world) => {
  const setting = () => legacySetting(world());

  it('grants a temporary privilege and returns all fields', async () => {
    const { createTemporary, membershipId } = await setting();
    const { status, body } = await createTemporary({
      slug: 'soon',
      temporaryRange: '2 days',
      temporaryAccessStartTime: '2030-01-02T01:00:00+01:00',
      isTemporary: false,
    });
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('privilege');
    const { id: _, ...privilege } = body.privilege;
    expect(privilege).to.deep.equal({
      projectMembershipId: membershipId,
      slug: 'soon',
      permissions: [{ subject: 'secrets', action: 'read', inverted: false, conditions: readSecrets.conditions }],
      createdAt: now,
      updatedAt: now,
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '2 days',
      temporaryAccessStartTime: '2030-01-02T00:00:00.000Z',
      temporaryAccessEndTime: '2030-01-04T00:00:00.000Z',
    });
  });

  it('grants access from its start to its end', async () => {
    const { createTemporary, mayDo } = await setting();
    await createTemporary({ temporaryRange: '2s', temporaryAccessStartTime: '2030-01-01T00:00:10Z' });
    const may = (seconds: number) =>
      world().clock.later(seconds, () => mayDo('readValue', 'secrets', { environment: 'dev', secretPath: '/a/b' }));
    for (const [seconds, isAllowed] of [
      [0, false],
      [9.999, false],
      [10, true],
      [11.999, true],
      [12, false],
    ] as const)
      expect(await may(seconds), `${seconds}`).to.equal(isAllowed);
  });

  it('requires a complete period', async () => {
    const { createTemporary, stored } = await setting();
    for (const field of ['temporaryMode', 'temporaryRange', 'temporaryAccessStartTime'])
      expectIssues(await createTemporary({ [field]: undefined }), `body ${field} required`);
    expectIssues(await createTemporary({ temporaryMode: 'absolute' }), 'body temporaryMode enum');
    for (const [temporaryRange, code] of [
      ['', 'too_small'],
      ['0', 'too_small'],
      ['-1h', 'too_small'],
      ['1h30m', 'format'],
      ['1 month', 'format'],
      ['x'.repeat(101), 'too_big'],
      ['10000y', 'too_big'],
    ] as const) {
      expectIssues(await createTemporary({ temporaryRange }), `body temporaryRange ${code}`);
    }
    for (const temporaryAccessStartTime of [
      '2030-01-01',
      '2030-01-01T00:00:00',
      '2030-02-30T00:00:00Z',
      'x'.repeat(64),
    ]) {
      expectIssues(await createTemporary({ temporaryAccessStartTime }), 'body temporaryAccessStartTime format');
    }
    expectIssues(
      await createTemporary({ temporaryAccessStartTime: 'x'.repeat(65) }),
      'body temporaryAccessStartTime too_big',
    );
    expectIssues(
      await createTemporary({ temporaryAccessStartTime: '9999-12-31T23:59:59Z', temporaryRange: '1s' }),
      'body temporaryRange too_big',
    );
    expect(await stored()).to.deep.equal([]);
    for (const change of [
      { temporaryRange: '1' },
      { temporaryRange: '1.5h' },
      { temporaryAccessStartTime: '2029-01-01T00:00Z' },
      { temporaryAccessStartTime: '9999-12-31T23:59:59Z', temporaryRange: '999' },
    ]) {
      expect((await createTemporary(change)).status, JSON.stringify(change)).to.equal(200);
    }
  });

  it('reports all problems at once', async () => {
    const { createTemporary } = await setting();
    expectIssues(
      await createTemporary({
        privilegePermission: undefined,
        temporaryRange: 'soon',
        temporaryAccessStartTime: 'now',
      }),
      'body privilegePermission required',
      'body temporaryRange format',
      'body temporaryAccessStartTime format',
    );
  });

  it('accepts rules and slugs like the permanent version', async () => {
    const { createTemporary } = await setting();
    const { body } = await createTemporary({
      slug: 'x'.repeat(60),
      privilegePermission: undefined,
      permissions: [{ action: 'write', subject: 'secrets' }],
    });
    expect(body.privilege).to.deep.include({
      slug: 'x'.repeat(60),
      permissions: [{ action: 'write', subject: 'secrets', inverted: false }],
    });
    expectIssues(await createTemporary({ slug: 'x'.repeat(61) }), 'body slug too_big');
    expectIssues(await createTemporary({ slug: 'A' }), 'body slug pattern');
    expectIssues(
      await createTemporary({ identityId: '', projectSlug: '' }),
      'body identityId too_small',
      'body projectSlug too_small',
    );
    expectIssues(
      await createTemporary({ privilegePermission: { ...readSecrets, subject: 'nonsense' } }),
      'body privilegePermission.subject enum',
    );
    expectIssues(
      await createTemporary({
        privilegePermission: undefined,
        permissions: [{ action: 'read', subject: 'tags', conditions: { environment: 'dev' } }],
      }),
      'body permissions.0.conditions.environment unknown',
    );
  });

  it('refuses the same callers as the newer version', async () => {
    const { createTemporary, newMember, organization, stored } = await setting();
    await createTemporary({ slug: 'taken' });
    expectError(await createTemporary({ slug: 'taken' }), 400, 'BadRequest', /taken/);
    expectError(
      await createTemporary({}, await newMember('viewer')),
      403,
      'PermissionDenied',
      /edit machine identities/,
    );
    expectError(
      await createTemporary({}, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges/,
    );
    expectError(await createTemporary({}, await newMember(granter())), 403, 'PermissionBoundaryError');
    expectError(
      await createTemporary({}, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    const foreign = await setting();
    expectError(await createTemporary({ identityId: foreign.identity.id }), 404, 'NotFound');
    expectError(await createTemporary({ projectSlug: foreign.project.slug }), 404, 'NotFound');
    expect(await stored()).to.have.length(1);
  });

  it('is recorded in the audit log', async () => {
    const { createTemporary, audited, identity } = await setting();
    const { body } = await createTemporary({ slug: 'audited', privilegePermission: undefined, permissions: [] });
    expect((await audited()).map(({ eventType, eventMetadata }) => ({ eventType, eventMetadata }))).to.deep.equal([
      {
        eventType: 'create-identity-project-additional-privilege',
        eventMetadata: {
          identityId: identity.id,
          privilegeId: body.privilege.id,
          slug: 'audited',
          isTemporary: true,
          ...temporaryTimes,
          permissions: '[]',
        },
      },
    ]);
  });
});
