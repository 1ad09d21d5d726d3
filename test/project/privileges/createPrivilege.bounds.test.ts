import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { granter, privilegeSetting, readDev, temporaryType } from '../../support/fixtures/privileges.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('createPrivilege, validation', (world) => {
  const setting = () => privilegeSetting(world());

  it('accepts slugs of 1 to 60 characters, of words joined by single hyphens', async () => {
    const { create, created, stored } = await setting();
    for (const slug of ['a', 'a1-b2', 'x'.repeat(60)]) expect((await created({ slug })).slug).to.equal(slug);
    expectIssues(await create({ slug: '' }), 'body slug too_small', 'body slug pattern');
    expectIssues(await create({ slug: 'x'.repeat(61) }), 'body slug too_big');
    for (const slug of ['A', 'a_b', 'a.b', 'a--b', '-a', 'a-', 'a b', ' a', 'ä'])
      expectIssues(await create({ slug }), 'body slug pattern');
    expectIssues(await create({ slug: 1 }), 'body slug type');
    expectIssues(await create({ slug: null }), 'body slug type');
    expect(await stored()).to.have.length(3);
  });

  it('requires all fields except a slug', async () => {
    const { admin, identity, project, create } = await setting();
    expectIssues(
      await world().call('createPrivilege', { as: admin, body: {} }),
      'body identityId required',
      'body projectId required',
      'body permissions required',
      'body type required',
    );
    expectIssues(await create({ identityId: '' }), 'body identityId too_small');
    expectIssues(await create({ projectId: '' }), 'body projectId too_small');
    for (const projectId of ['x', project.slug]) expectError(await create({ projectId }), 404, 'NotFound');
    for (const identityId of ['x', admin.id, identity.tokenId])
      expectError(await create({ identityId }), 404, 'NotFound');
  });

  it('accepts up to 200 rules', async () => {
    const { create } = await setting();
    const rules = (length: number) => Array.from({ length }, () => ({ subject: 'tags', action: 'read' }));
    expect((await create({ permissions: rules(200) })).status).to.equal(200);
    expectIssues(await create({ permissions: rules(201) }), 'body permissions too_big');
    expectIssues(await create({ permissions: {} }), 'body permissions type');
    expectIssues(await create({ permissions: null }), 'body permissions type');
  });

  it('is limited by the permissions of the caller, also for hundreds of rules', async () => {
    const { create, stored, newMember } = await setting();
    const rules = Array.from({ length: 150 }, (_, number) => ({
      subject: 'secrets',
      action: ['edit', 'delete'],
      conditions: { secretPath: { $glob: `/${number}/**` } },
    }));
    const as = await newMember(granter(...rules));
    expectError(
      await create({ permissions: [...rules, { ...readDev, action: ['readValue'] }] }, as),
      403,
      'PermissionBoundaryError',
    );
    expectError(
      await create(
        { permissions: [...rules.slice(1), { ...rules[0]!, conditions: { secretPath: { $glob: '/**' } } }] },
        as,
      ),
      403,
      'PermissionBoundaryError',
    );
    expect(await stored()).to.deep.equal([]);
    expect((await create({ permissions: rules }, as)).status).to.equal(200);
    expect(await stored()).to.have.length(1);
  });

  it('allows 100 privileges per identity and project', async () => {
    const { create, stored } = await setting();
    const permissions = [{ subject: 'tags', action: 'read' }];
    for (let number = (await stored()).length; number < 98; number += 1)
      expect((await create({ permissions })).status).to.equal(200);
    const last = await Promise.all(Array.from({ length: 5 }, () => create({ permissions })));
    expect(last.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 400, 400, 400]);
    expectError(await create({ permissions }), 400, 'BadRequest', /100 additional privileges/);
    expect(await stored()).to.have.length(100);
  });

  it('reports one issue for a malformed rule, and stores nothing', async () => {
    const { create, stored, audited } = await setting();
    for (const [rule, issue] of [
      [{ subject: 'nonsense', action: 'read' }, '.subject enum'],
      [{ subject: 1, action: 'read' }, '.subject type'],
      [{ action: 'read' }, '.subject required'],
      ['secrets', ' type'],
      [{ subject: 'secrets' }, '.action required'],
      [{ subject: 'secrets', action: 'nonsense' }, '.action enum'],
      [{ subject: 'secrets', action: ['read', 'nonsense'] }, '.action.1 enum'],
      [{ subject: 'secrets', action: [] }, '.action too_small'],
      [{ subject: 'secrets', action: 1 }, '.action type'],
      [{ subject: 'secrets', action: 'write' }, '.action enum'],
      [{ subject: 'tags', action: 'read', inverted: true }, '.inverted enum'],
      [{ subject: 'tags', action: 'read', conditions: { environment: 'dev' } }, '.conditions.environment unknown'],
      [{ subject: 'secrets', action: 'read', inverted: 'yes' }, '.inverted type'],
      [{ subject: 'secrets', action: 'read', conditions: { nonsense: 'dev' } }, '.conditions.nonsense unknown'],
      [
        { subject: 'secrets', action: 'read', conditions: { environment: { $regex: 'dev' } } },
        '.conditions.environment.$regex unknown',
      ],
      [{ subject: 'secrets', action: 'read', conditions: { environment: '' } }, '.conditions.environment too_small'],
      [{ subject: 'secrets', action: 'read', conditions: { secretPath: 'a' } }, '.conditions.secretPath pattern'],
      [
        { subject: 'secret-folders', action: 'read', conditions: { environment: { $glob: '*' } } },
        '.conditions.environment.$glob unknown',
      ],
      [
        { subject: 'identity', action: 'read', conditions: { identityId: { $glob: '*' } } },
        '.conditions.identityId.$glob unknown',
      ],
      [
        { subject: 'pki-subscribers', action: 'read', conditions: { name: { $ne: 'x' } } },
        '.conditions.name.$ne unknown',
      ],
    ] as const) {
      expectIssues(await create({ permissions: [rule] }), `body permissions.0${issue}`);
    }
    expect(await stored()).to.deep.equal([]);
    expect(await audited()).to.deep.equal([]);
  });

  it('refuses rules that are not meaningful', async () => {
    const { create, stored } = await setting();
    const identity = { subject: 'identity', action: 'assign-additional-privileges' };
    for (const [rule, issue] of [
      [{ subject: 'secrets', action: ['read', 'readValue'] }, 'action invalid'],
      [{ subject: 'secrets', action: ['describeSecret', 'read'] }, 'action invalid'],
      [{ subject: 'member', action: ['grant-privileges', 'assign-role'] }, 'action invalid'],
      [{ subject: 'identity', action: ['grant-privileges', 'assign-additional-privileges'] }, 'action invalid'],
      [{ subject: 'groups', action: ['grant-privileges', 'assign-role'] }, 'action invalid'],
      [{ subject: 'identity', action: 'create', conditions: { identityId: 'x' } }, 'conditions.identityId invalid'],
      [
        { subject: 'identity', action: 'read', conditions: { assignableRole: 'x' } },
        'conditions.assignableRole invalid',
      ],
      [{ ...identity, conditions: { assignableRole: 'x' } }, 'conditions.assignableRole invalid'],
      [
        { subject: 'member', action: 'assign-role', conditions: { assignableSubject: 'x' } },
        'conditions.assignableSubject invalid',
      ],
      [{ ...identity, conditions: { assignableAction: 'read' } }, 'conditions.assignableAction pattern'],
      [
        { ...identity, conditions: { assignableSubject: 'tags', assignableAction: 'secrets:read' } },
        'conditions.assignableAction invalid',
      ],
      [
        { subject: 'secrets', action: 'read', conditions: { environment: '{{env}}' } },
        'conditions.environment invalid',
      ],
      [
        { subject: 'secrets', action: 'read', conditions: { environment: '{{{identity.id}}}' } },
        'conditions.environment invalid',
      ],
      [
        { subject: 'secrets', action: 'read', conditions: { secretPath: { $in: ['/a', '/{{#if identity.id}}'] } } },
        'conditions.secretPath.$in.1 invalid',
      ],
      [
        { subject: 'secrets', action: 'read', conditions: { secretPath: { $glob: '/*'.repeat(21) } } },
        'conditions.secretPath.$glob too_big',
      ],
    ] as const) {
      expectIssues(await create({ permissions: [rule] }), `body permissions.0.${issue}`);
    }
    expectIssues(
      await create({
        permissions: [{ subject: 'secrets', action: 'read', conditions: { secretPath: { $glob: 'x'.repeat(513) } } }],
      }),
      'body permissions.0.conditions.secretPath.$glob too_big',
    );
    expect(await stored()).to.deep.equal([]);
    for (const $glob of ['/*'.repeat(20), 'x'.repeat(512)]) {
      expect(
        (await create({ permissions: [{ subject: 'secrets', action: 'read', conditions: { secretPath: { $glob } } }] }))
          .status,
      ).to.equal(200);
    }
  });

  it('accepts ranges as numbers with a unit', async () => {
    const { create, created } = await setting();
    for (const [temporaryRange, end] of [
      ['1', '00:00:00.001'],
      ['250 ms', '00:00:00.250'],
      ['2s', '00:00:02.000'],
      ['90m', '01:30:00.000'],
      ['1.5h', '01:30:00.000'],
      ['.5 HOURS', '00:30:00.000'],
    ]) {
      expect((await created({ type: { ...temporaryType, temporaryRange } })).temporaryAccessEndTime).to.equal(
        `2030-01-01T${end}Z`,
      );
    }
    expect((await created({ type: { ...temporaryType, temporaryRange: '1y' } })).temporaryAccessEndTime).to.equal(
      '2031-01-01T06:00:00.000Z',
    );
    for (const temporaryRange of ['1h30m', '1 month', 'h', ' 1h', '1h ', '1e3', 'soon'])
      expectIssues(await create({ type: { ...temporaryType, temporaryRange } }), 'body type.temporaryRange format');
    for (const temporaryRange of ['0', '-1h', '0.5ms', ''])
      expectIssues(await create({ type: { ...temporaryType, temporaryRange } }), 'body type.temporaryRange too_small');
    for (const temporaryRange of [`1${' '.repeat(99)}h`, '10000y'])
      expectIssues(await create({ type: { ...temporaryType, temporaryRange } }), 'body type.temporaryRange too_big');
    expect((await create({ type: { ...temporaryType, temporaryRange: `1${' '.repeat(98)}h` } })).status).to.equal(200);
  });

  it('refuses an end after the year 9999', async () => {
    const { create, created } = await setting();
    const type = { ...temporaryType, temporaryAccessStartTime: '9999-12-31T23:59:59Z' };
    expect((await created({ type: { ...type, temporaryRange: '999ms' } })).temporaryAccessEndTime).to.equal(
      '9999-12-31T23:59:59.999Z',
    );
    expectIssues(await create({ type: { ...type, temporaryRange: '1s' } }), 'body type.temporaryRange too_big');
  });

  it('accepts start times with any offset', async () => {
    const { create, created } = await setting();
    for (const [temporaryAccessStartTime, start] of [
      ['2029-01-01T00:00Z', '2029-01-01T00:00:00.000Z'],
      ['2029-01-01T05:30:00.1234567+05:30', '2029-01-01T00:00:00.123Z'],
      ['2040-02-29t12:00:00-08:00', '2040-02-29T20:00:00.000Z'],
    ]) {
      expect(
        (await created({ type: { ...temporaryType, temporaryAccessStartTime } })).temporaryAccessStartTime,
      ).to.equal(start);
    }
    for (const temporaryAccessStartTime of [
      '2030-01-01',
      '2030-01-01T00:00:00',
      '2030-02-30T00:00:00Z',
      '2030-01-01T25:00:00Z',
      'now',
      '10000-01-01T00:00:00Z',
    ]) {
      expectIssues(
        await create({ type: { ...temporaryType, temporaryAccessStartTime } }),
        'body type.temporaryAccessStartTime format',
      );
    }
    expectIssues(
      await create({ type: { ...temporaryType, temporaryAccessStartTime: '' } }),
      'body type.temporaryAccessStartTime too_small',
    );
    expectIssues(
      await create({ type: { ...temporaryType, temporaryAccessStartTime: `2030-01-01T00:00:00.${'0'.repeat(44)}Z` } }),
      'body type.temporaryAccessStartTime too_big',
    );
    expect(
      (await create({ type: { ...temporaryType, temporaryAccessStartTime: `2030-01-01T00:00:00.${'0'.repeat(43)}Z` } }))
        .status,
    ).to.equal(200);
  });

  it('requires a complete type', async () => {
    const { create } = await setting();
    expectIssues(await create({ type: {} }), 'body type.isTemporary required');
    expectIssues(await create({ type: null }), 'body type type');
    expectIssues(await create({ type: { isTemporary: 'no' } }), 'body type.isTemporary type');
    expectIssues(
      await create({ type: { isTemporary: true } }),
      ...['temporaryMode', 'temporaryRange', 'temporaryAccessStartTime'].map((field) => `body type.${field} required`),
    );
    expectIssues(
      await create({ type: { ...temporaryType, temporaryMode: 'absolute' } }),
      'body type.temporaryMode enum',
    );
    expectIssues(await create({ type: { ...temporaryType, temporaryRange: 60 } }), 'body type.temporaryRange type');
  });
});
