import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  granter,
  permanentType,
  privilegeSetting,
  readDev,
  temporaryTimes,
  temporaryType,
} from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const nothingTemporary = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};
const denyProd = { subject: 'secrets', action: ['read'], inverted: true, conditions: { environment: 'prod' } };
const onDev = { subject: 'secrets', action: 'read', conditions: { environment: 'dev' } };
const onProd = { subject: 'secrets', action: 'read', conditions: { environment: 'prod' } };
const later = '2030-01-01T00:00:05.000Z';
const lasting = (temporaryRange: string, temporaryAccessStartTime = temporaryType.temporaryAccessStartTime) => ({
  ...temporaryType,
  temporaryRange,
  temporaryAccessStartTime,
});

onEachDatabase('updatePrivilege', (world) => {
  const setting = async () => {
    const given = await privilegeSetting(world());
    const update = (id: string, body: object, as: { token: string } = given.admin) =>
      world().clock.later(5, () => world().call('updatePrivilege', { as, params: { id }, body }));
    const get = async (id: string) =>
      (await world().call('getPrivilege', { as: given.admin, params: { id } })).body.privilege;
    return { ...given, update, get };
  };

  it('changes everything at once', async () => {
    const { created, update, get } = await setting();
    const { id, createdAt } = await created({ slug: 'before' });
    const { status, body } = await update(id, {
      slug: 'after',
      permissions: [{ subject: 'tags', action: 'read' }],
      type: lasting('2h'),
      unknown: 'is ignored',
    });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      privilege: {
        id,
        slug: 'after',
        permissions: [{ subject: 'tags', action: 'read', inverted: false }],
        createdAt,
        updatedAt: later,
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '2h',
        temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
        temporaryAccessEndTime: '2030-01-01T02:00:00.000Z',
      },
    });
    expect(await get(id)).to.deep.equal(body.privilege);
  });

  it('changes what is sent, and leaves the rest', async () => {
    const { created, update } = await setting();
    const privilege = await created({ slug: 'before', type: temporaryType });
    const steps = [
      [{ slug: 'after' }, { slug: 'after' }],
      [{ permissions: [] }, { permissions: [] }],
      [{ type: permanentType }, nothingTemporary],
    ] as const;
    let expected = { ...privilege, updatedAt: later };
    for (const [body, change] of steps) {
      expected = { ...expected, ...change };
      expect((await update(privilege.id, body)).body).to.deep.equal({ privilege: expected });
    }
  });

  it('changes nothing when nothing new is sent', async () => {
    const { created, update, audited } = await setting();
    const privilege = await created({ slug: 'same', type: temporaryType });
    for (const body of [{}, { slug: 'same' }, { slug: 'same', permissions: [readDev], type: temporaryType }]) {
      const response = await update(privilege.id, body);
      expect(response.status).to.equal(200);
      expect(response.body).to.deep.equal({ privilege });
    }
    expect(await audited()).to.have.length(1);
  });

  it('is felt with the next request', async () => {
    const { created, update, mayDo } = await setting();
    const { id } = await created();
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(true);
    await update(id, { permissions: [{ ...readDev, conditions: { environment: 'staging' } }] });
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(false);
    expect(await mayDo('readValue', 'secrets', { environment: 'staging' })).to.equal(true);
    await update(id, { type: lasting('1h', '2031-01-01T00:00:00Z') });
    expect(await mayDo('readValue', 'secrets', { environment: 'staging' })).to.equal(false);
  });

  it('wants what is sent to make sense, and changes nothing otherwise', async () => {
    const { created, update, get, audited } = await setting();
    const privilege = await created({ slug: 'before' });
    for (const [body, ...issues] of [
      [{ slug: '' }, 'slug too_small', 'slug pattern'],
      [{ slug: 'x'.repeat(61) }, 'slug too_big'],
      [{ slug: 'A' }, 'slug pattern'],
      [{ slug: null }, 'slug type'],
      [{ permissions: null }, 'permissions type'],
      [{ permissions: [{ subject: 'nonsense', action: 'read' }] }, 'permissions.0.subject enum'],
      [{ permissions: [{ subject: 'tags', action: 'read', inverted: true }] }, 'permissions.0.inverted enum'],
      [{ permissions: [{ subject: 'secrets', action: ['read', 'readValue'] }] }, 'permissions.0.action invalid'],
      [
        { permissions: [{ subject: 'secrets', action: 'read', conditions: { environment: '{{x}}' } }] },
        'permissions.0.conditions.environment invalid',
      ],
      [{ type: null }, 'type type'],
      [{ type: {} }, 'type.isTemporary required'],
      [
        { type: { isTemporary: true } },
        'type.temporaryMode required',
        'type.temporaryRange required',
        'type.temporaryAccessStartTime required',
      ],
      [{ type: lasting('') }, 'type.temporaryRange too_small'],
      [{ type: lasting('0') }, 'type.temporaryRange too_small'],
      [{ type: lasting('1h30m') }, 'type.temporaryRange format'],
      [{ type: lasting('x'.repeat(101)) }, 'type.temporaryRange too_big'],
      [{ type: lasting('1h', '2030-02-30T00:00:00Z') }, 'type.temporaryAccessStartTime format'],
      [
        { type: lasting('soon', 'now'), permissions: [{ subject: 'secrets', action: ['read', 'readValue'] }] },
        'permissions.0.action invalid',
        'type.temporaryAccessStartTime format',
        'type.temporaryRange format',
      ],
    ] as const) {
      expectIssues(
        await update(privilege.id, Object.assign({ slug: 'after' }, body)),
        ...issues.map((issue) => `body ${issue}`),
      );
    }
    expect(await get(privilege.id)).to.deep.equal(privilege);
    expect(await audited()).to.have.length(1);
    for (const slug of ['a', 'x'.repeat(60)])
      expect((await update(privilege.id, { slug })).body.privilege.slug).to.equal(slug);
  });

  it('wants each slug once', async () => {
    const { created, update, get, newMember } = await setting();
    await created({ slug: 'taken' });
    const privilege = await created({ slug: 'own' });
    expectError(await update(privilege.id, { slug: 'taken', permissions: [] }), 400, 'BadRequest', /taken/);
    expect(await get(privilege.id)).to.deep.equal(privilege);
    // Nobody learns of it who may not do the rest.
    expectError(
      await update(privilege.id, { slug: 'taken', permissions: [onProd] }, await newMember(granter())),
      403,
      'PermissionBoundaryError',
    );
  });

  it('gives a slug to exactly one of twenty that want it at once', async () => {
    const { created, admin, stored } = await setting();
    const ids: string[] = [];
    for (let number = 0; number < 20; number += 1) ids.push((await created({ slug: `number-${number}` })).id);
    const answers = await Promise.all(
      ids.map((id) => world().call('updatePrivilege', { as: admin, params: { id }, body: { slug: 'wanted' } })),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 400, 'BadRequest');
    expect((await stored()).filter(({ slug }) => slug === 'wanted')).to.have.length(1);
  });

  it('is for those who may edit the identity; another slug takes no more', async () => {
    const { created, update, newMember, identity, organization } = await setting();
    const { id } = await created({ slug: 'before' });
    for (const role of [
      'viewer',
      'no-access',
      [{ subject: 'identity', action: ['edit'], conditions: { identityId: { $ne: identity.id } } }],
    ]) {
      expectError(
        await update(id, { slug: 'after' }, await newMember(role)),
        403,
        'PermissionDenied',
        /edit machine identities/,
      );
      expectError(await update(id, {}, await newMember(role)), 403, 'PermissionDenied', /edit machine identities/);
    }
    expectError(
      await update(id, { slug: 'after' }, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    const editor = await newMember([{ subject: 'identity', action: 'edit' }]);
    expect((await update(id, { slug: 'after' }, editor)).body.privilege.slug).to.equal('after');
    expectError(await update(id, { permissions: [] }, editor), 403, 'PermissionDenied', /assign additional privileges/);
    expectError(
      await update(id, { permissions: [onProd] }, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges/,
    );
  });

  it('lets nobody grant what they do not hold', async () => {
    const { created, update, newMember, get } = await setting();
    const privilege = await created({ type: temporaryType });
    const as = await newMember(granter(onDev));
    const refused = await update(privilege.id, { permissions: [readDev, onProd] }, as);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal(
      ['describeSecret', 'readValue'].map((action) => ({
        action,
        subject: 'secrets',
        conditions: { environment: 'prod' },
      })),
    );
    expect(await get(privilege.id)).to.deep.equal(privilege);
    expect((await update(privilege.id, { permissions: [onDev], type: permanentType }, as)).status).to.equal(200);
  });

  it('takes holding the rules to let them hold at other times, not to let them end sooner', async () => {
    const { created, update, newMember } = await setting();
    const editor = await newMember([{ subject: 'identity', action: 'edit' }]);
    const outsider = await newMember(granter());
    const holder = await newMember(granter(onDev));
    const change = async (before: object, after: object, as: { token: string }) => {
      const { id } = await created({ type: before });
      return update(id, { type: after }, as);
    };
    // The clock is at five seconds past the start.
    for (const after of [
      permanentType,
      lasting('61m'),
      lasting('1h', '2030-01-01T00:00:06Z'),
      lasting('1h', '2031-01-01T00:00:00Z'),
    ]) {
      expectError(await change(lasting('1h'), after, editor), 403, 'PermissionDenied', /assign additional privileges/);
      expectError(await change(lasting('1h'), after, outsider), 403, 'PermissionBoundaryError');
      expect((await change(lasting('1h'), after, holder)).status, JSON.stringify(after)).to.equal(200);
    }
    for (const [before, after] of [
      [permanentType, lasting('1h')],
      [permanentType, lasting('1h', '2031-01-01T00:00:00Z')],
      [lasting('1h'), lasting('59m')],
      [lasting('1h'), lasting('59m', '2030-01-01T00:01:00Z')],
      [lasting('1h'), lasting('1s', '2020-01-01T00:00:00Z')],
    ]) {
      expect((await change(before!, after!, editor)).status, JSON.stringify(after)).to.equal(200);
    }
    const ended = lasting('1h', '2029-01-01T00:00:00Z');
    expectError(await change(ended, temporaryType, outsider), 403, 'PermissionBoundaryError');
  });

  it('takes holding what a deny denied to let the deny go, or end sooner', async () => {
    const { created, update, newMember } = await setting();
    const editor = await newMember([{ subject: 'identity', action: 'edit' }]);
    const outsider = await newMember(granter());
    const holder = await newMember(granter(onProd));
    const change = async (before: object, after: object, as: { token: string }) => {
      const { id } = await created({ permissions: [denyProd], ...before });
      return update(id, after, as);
    };
    for (const [before, after] of [
      [{}, { permissions: [] }],
      [{}, { permissions: [{ ...denyProd, conditions: { environment: 'prod', secretPath: '/a' } }] }],
      [{}, { permissions: [{ ...denyProd, action: ['readValue'] }] }],
      [{}, { type: lasting('1y') }],
      [{ type: lasting('2h') }, { type: lasting('1h') }],
      [{ type: lasting('2h') }, { type: lasting('2h', '2030-01-01T00:00:06Z') }],
      // A deny that goes on only for a while must not excuse the one that goes.
      [{}, { permissions: [denyProd, { subject: 'secrets', action: 'create', inverted: true }], type: lasting('1h') }],
    ]) {
      expectError(await change(before!, after!, outsider), 403, 'PermissionBoundaryError');
      expect((await change(before!, after!, editor)).status).to.equal(403);
      expect((await change(before!, after!, holder)).status, JSON.stringify(after)).to.equal(200);
    }
    // A deny that lasts longer, or is joined by another, grants nothing.
    for (const [before, after] of [
      [{ type: lasting('1h') }, { type: lasting('2h') }],
      [{ type: lasting('1h') }, { type: permanentType }],
      [{}, { permissions: [denyProd, { subject: 'secrets', action: 'create', inverted: true }] }],
    ]) {
      expect((await change(before!, after!, outsider)).status, JSON.stringify(after)).to.equal(200);
    }
    expect(
      (await change({ type: lasting('1h', '2029-01-01T00:00:00Z') }, { permissions: [] }, outsider)).status,
    ).to.equal(200);
  });

  it('does not let the holder of a deny lift it by its own shorter one', async () => {
    const { created, update, newMember } = await setting();
    const { id } = await created({ permissions: [denyProd] });
    const as = await newMember(granter({ subject: 'secrets', action: 'read' }, denyProd));
    expectError(await update(id, { type: lasting('1h') }, as), 403, 'PermissionBoundaryError');
  });

  it('does not find what is unknown, malformed or of another organization', async () => {
    const { update } = await setting();
    const foreign = await setting();
    const privilege = await foreign.created();
    for (const id of ['x', world().server.parts.ids.uuid(), privilege.id]) {
      expectError(await update(id, { slug: 'after' }), 404, 'NotFound', /Privilege not found/);
      expectError(await update(id, {}), 404, 'NotFound', /Privilege not found/);
    }
    expect(await foreign.get(privilege.id)).to.deep.equal(privilege);
  });

  it('leaves an entry in the audit log', async () => {
    const { created, update, audited, identity, project } = await setting();
    const { id } = await created();
    await update(id, { slug: 'audited', permissions: [], type: temporaryType });
    const entry = (await audited()).find(
      ({ eventType }) => eventType === 'update-identity-project-additional-privilege',
    );
    expect(entry).to.deep.include({
      eventMetadata: {
        identityId: identity.id,
        privilegeId: id,
        slug: 'audited',
        isTemporary: true,
        ...temporaryTimes,
        permissions: '[]',
      },
      projectId: project.id,
    });
  });
});
