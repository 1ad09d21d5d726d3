import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { granter, permanentType, readDev, temporaryTimes, temporaryType } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { updateSetting, onProd, later, lasting } from './updatePrivilege.fixtures.ts';

const nothingTemporary = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

onEachDatabase('updatePrivilege', (world) => {
  const setting = updateSetting(world);

  it('updates all fields at once', async () => {
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

  it('updates the given fields and keeps the others', async () => {
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

  it('changes nothing if no value differs', async () => {
    const { created, update, audited } = await setting();
    const privilege = await created({ slug: 'same', type: temporaryType });
    for (const body of [{}, { slug: 'same' }, { slug: 'same', permissions: [readDev], type: temporaryType }]) {
      const response = await update(privilege.id, body);
      expect(response.status).to.equal(200);
      expect(response.body).to.deep.equal({ privilege });
    }
    expect(await audited()).to.have.length(1);
  });

  it('takes effect with the next request', async () => {
    const { created, update, mayDo } = await setting();
    const { id } = await created();
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(true);
    await update(id, { permissions: [{ ...readDev, conditions: { environment: 'staging' } }] });
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(false);
    expect(await mayDo('readValue', 'secrets', { environment: 'staging' })).to.equal(true);
    await update(id, { type: lasting('1h', '2031-01-01T00:00:00Z') });
    expect(await mayDo('readValue', 'secrets', { environment: 'staging' })).to.equal(false);
  });

  it('validates all fields, and otherwise changes nothing', async () => {
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

  it('requires a unique slug', async () => {
    const { created, update, get, newMember } = await setting();
    await created({ slug: 'taken' });
    const privilege = await created({ slug: 'own' });
    expectError(await update(privilege.id, { slug: 'taken', permissions: [] }), 400, 'BadRequest', /taken/);
    expect(await get(privilege.id)).to.deep.equal(privilege);
    // Only callers with all other permissions learn of it.
    expectError(
      await update(privilege.id, { slug: 'taken', permissions: [onProd] }, await newMember(granter())),
      403,
      'PermissionBoundaryError',
    );
  });

  it('gives a slug to exactly one of twenty concurrent requests', async () => {
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

  it('does not find unknown or malformed ids, or privileges of another organization', async () => {
    const { update } = await setting();
    const foreign = await setting();
    const privilege = await foreign.created();
    for (const id of ['x', world().server.parts.ids.uuid(), privilege.id]) {
      expectError(await update(id, { slug: 'after' }), 404, 'NotFound', /Privilege not found/);
      expectError(await update(id, {}), 404, 'NotFound', /Privilege not found/);
    }
    expect(await foreign.get(privilege.id)).to.deep.equal(privilege);
  });

  it('is recorded in the audit log', async () => {
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
        hadDenies: false,
      },
      projectId: project.id,
    });
  });
});
