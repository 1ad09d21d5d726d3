import { expect } from 'chai';
import { formerSubjects, projectSubjects } from '../../../src/access/project-subjects.ts';
import { createStores } from '../../../src/stores.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import {
  addThroughGroup,
  granter,
  privilegeSetting,
  readDev,
  temporaryTimes,
  temporaryType,
} from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const now = '2030-01-01T00:00:00.000Z';
const nothingTemporary = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

onEachDatabase('createPrivilege', (world) => {
  const setting = () => privilegeSetting(world());

  it('grants for good, and answers with every field', async () => {
    const { create, stored, membershipId } = await setting();
    const { status, body } = await create({ slug: 'read-dev', unknown: 'is ignored' });
    expect(status).to.equal(200);
    const { id, ...privilege } = body.privilege;
    expect(body).to.have.all.keys('privilege');
    expect(privilege).to.deep.equal({
      slug: 'read-dev',
      permissions: [{ ...readDev, inverted: false }],
      createdAt: now,
      updatedAt: now,
      ...nothingTemporary,
    });
    expect((await stored()).map((row) => [row.id, row.projectMembershipId])).to.deep.equal([[id, membershipId]]);
  });

  it('grants for a time, whose end it works out', async () => {
    const { created } = await setting();
    expect(
      await created({
        type: { ...temporaryType, temporaryRange: '1.5 Hours', temporaryAccessStartTime: '2030-06-01T02:00:00+02:00' },
      }),
    ).to.include({
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1.5 Hours',
      temporaryAccessStartTime: '2030-06-01T00:00:00.000Z',
      temporaryAccessEndTime: '2030-06-01T01:30:00.000Z',
    });
  });

  it('ignores what belongs to periods in a permanent type', async () => {
    const { created } = await setting();
    expect(
      await created({
        type: {
          isTemporary: false,
          temporaryMode: '',
          temporaryRange: '',
          temporaryAccessStartTime: '0001-01-01T00:00:00Z',
        },
      }),
    ).to.include(nothingTemporary);
  });

  it('makes up slugs that follow the rule for slugs', async () => {
    const { created } = await setting();
    const slugs = [(await created()).slug, (await created()).slug] as string[];
    for (const slug of slugs) expect(slug).to.match(/^[a-z0-9]{8,15}$/);
    expect(new Set(slugs).size).to.equal(2);
  });

  it('keeps rules as they were sent', async () => {
    const { created } = await setting();
    const permissions = [
      { subject: 'secrets', action: 'read' },
      {
        subject: 'secrets',
        action: ['create', 'edit'],
        inverted: true,
        conditions: {
          environment: { $ne: 'prod' },
          secretPath: { $in: ['/a', '/b'], $glob: '/**' },
          secretTags: { $in: ['x'], $all: [] },
          secretName: 'A',
          eventType: 'x',
        },
      },
      { subject: 'tags', action: ['read'], inverted: false, conditions: {} },
      { subject: 'environments', action: 'read', conditions: null },
      { subject: 'ssh-hosts', action: 'anything', inverted: true, conditions: { any: { thing: 1 } } },
    ];
    expect((await created({ permissions })).permissions).to.deep.equal(
      permissions.map((rule) => ({ inverted: false, ...rule })),
    );
    expect((await created({ permissions: [] })).permissions).to.deep.equal([]);
  });

  it('takes every action of every subject from whoever administers the project', async () => {
    const { created } = await setting();
    const umbrellas = [
      'secrets:read',
      'identity:grant-privileges',
      'member:grant-privileges',
      'groups:grant-privileges',
    ];
    const permissions = [
      ...[...projectSubjects].map(([subject, { actions }]) => ({
        subject,
        action: actions.filter((action) => !umbrellas.includes(`${subject}:${action}`)),
      })),
      ...umbrellas.map((name) => ({ subject: name.split(':')[0], action: name.split(':')[1] })),
      ...formerSubjects.map((subject) => ({ subject, action: ['read', 'x'.repeat(64)] })),
    ];
    expect(permissions).to.have.length(67 + umbrellas.length);
    expect((await created({ permissions })).permissions).to.deep.equal(
      permissions.map((rule) => ({ ...rule, inverted: false })),
    );
  });

  it('opens access at its start and closes it at its end, and stays listed', async () => {
    const { admin, project, identity, created } = await setting();
    await created({
      slug: 'two-seconds',
      permissions: [{ subject: 'identity', action: 'read', conditions: { identityId: '{{identity.id}}' } }],
      type: { ...temporaryType, temporaryRange: '2s', temporaryAccessStartTime: '2030-01-01T00:00:10Z' },
    });
    const query = { identityId: identity.id, projectId: project.id };
    const at = (seconds: number, as: { token: string } = identity) =>
      world().clock.later(seconds, () => world().call('listPrivileges', { as, query }));
    for (const [seconds, status] of [
      [0, 403],
      [9.999, 403],
      [10, 200],
      [11.999, 200],
      [12, 403],
      [1000, 403],
    ] as const)
      expect((await at(seconds)).status, `${seconds}`).to.equal(status);
    expect((await at(1000, admin)).body.privileges).to.have.length(1);
  });

  it('fills templates with what is known of the identity', async () => {
    const { created, identity, mayDo } = await setting();
    await created({
      permissions: [
        { subject: 'secrets', action: 'readValue', conditions: { secretPath: '/{{identity.id}}', environment: 'dev' } },
        { subject: 'secrets', action: 'readValue', conditions: { environment: '{{identity.metadata.env}}' } },
      ],
    });
    expect(await mayDo('readValue', 'secrets', { environment: 'dev', secretPath: `/${identity.id}` })).to.equal(true);
    expect(await mayDo('readValue', 'secrets', { environment: 'dev', secretPath: '/other' })).to.equal(false);
  });

  it('is for those who may edit the identity', async () => {
    const { create, newMember, identity, stored } = await setting();
    for (const role of [
      'viewer',
      'no-access',
      [{ subject: 'identity', action: ['read', 'assign-additional-privileges'] }],
    ]) {
      expectError(await create({}, await newMember(role)), 403, 'PermissionDenied', /edit machine identities/);
    }
    const others = [
      {
        subject: 'identity',
        action: ['edit', 'assign-additional-privileges'],
        conditions: { identityId: { $ne: identity.id } },
      },
    ];
    expectError(
      await create({}, await newMember([...others, { subject: 'secrets', action: 'read' }])),
      403,
      'PermissionDenied',
      /edit machine identities/,
    );
    // They learn nothing about who is in the project.
    expectError(await create({ identityId: 'x' }, await newMember('viewer')), 403, 'PermissionDenied');
    expect(await stored()).to.deep.equal([]);
  });

  it('takes the permission to assign what is granted', async () => {
    const { create, newMember, identity } = await setting();
    const secrets = { subject: 'secrets', action: 'read' };
    const tags = { subject: 'tags', action: ['read', 'create'] };
    const assigning = (conditions: object, inverted = false) => ({
      subject: 'identity',
      action: 'assign-additional-privileges',
      conditions: conditions as Record<string, unknown>,
      inverted,
    });
    const caller = (...rules: object[]) =>
      newMember([{ subject: 'identity', action: 'edit' }, secrets, tags, ...rules] as never);

    expectError(
      await create({}, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges to machine identities/,
    );
    expectError(
      await create({ permissions: [] }, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges to machine identities/,
    );
    const refused = async (as: { token: string }, ...permissions: object[]) =>
      expectError(
        await create({ permissions }, as),
        403,
        'PermissionDenied',
        /assign additional privileges to machine identities/,
      );
    const granted = async (as: { token: string }, ...permissions: object[]) =>
      expect((await create({ permissions }, as)).status).to.equal(200);

    const onlyThis = await caller(assigning({ identityId: identity.id }));
    await granted(onlyThis, secrets, tags);
    await refused(await caller(assigning({ identityId: 'x' })), secrets);

    const onlySecrets = await caller(assigning({ assignableSubject: 'secrets' }));
    await granted(onlySecrets, secrets);
    await refused(onlySecrets, secrets, tags);

    const onlyReading = await caller(assigning({ assignableAction: { $in: ['tags:read', 'secrets:read'] } }));
    await granted(onlyReading, secrets, { subject: 'tags', action: 'read' });
    await granted(onlyReading, { subject: 'secrets', action: ['readValue', 'describeSecret'] });
    await refused(onlyReading, tags);

    // An older name is no way around a deny, nor the other way round.
    const noValues = await caller(assigning({}), assigning({ assignableAction: 'secrets:readValue' }, true));
    await refused(noValues, secrets);
    await granted(noValues, { subject: 'secrets', action: 'describeSecret' });
    await refused(await caller(assigning({}), assigning({ assignableAction: 'secrets:read' }, true)), {
      subject: 'secrets',
      action: 'describeSecret',
    });
    // Nor around what an allow leaves out.
    const allButValues = await caller(assigning({ assignableAction: { $ne: 'secrets:readValue' } }));
    await refused(allButValues, { subject: 'secrets', action: 'readValue' });
    await granted(allButValues, { subject: 'secrets', action: 'describeSecret' });
    await refused(await caller(assigning({ assignableAction: { $ne: 'secrets:read' } })), {
      subject: 'secrets',
      action: 'describeSecret',
    });
  });

  it('lets nobody grant what they do not hold', async () => {
    const { create, newMember, stored } = await setting();
    const as = await newMember(
      granter({
        subject: 'secrets',
        action: 'read',
        conditions: { environment: 'dev', secretPath: { $glob: '/a/**' } },
      }),
    );
    const below = {
      subject: 'secrets',
      action: ['readValue'],
      conditions: { environment: 'dev', secretPath: { $glob: '/a/b/**' } },
    };
    expect((await create({ permissions: [below] }, as)).status).to.equal(200);
    const wider = { subject: 'secrets', action: ['readValue'], conditions: { environment: 'dev' } };
    const refused = await create({ permissions: [below, wider, { subject: 'tags', action: 'read' }] }, as);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([
      { action: 'readValue', subject: 'secrets', conditions: { environment: 'dev' } },
      { action: 'read', subject: 'tags' },
    ]);
    expect(await stored()).to.have.length(1);
    // A deny grants nothing.
    expect(
      (await create({ permissions: [{ subject: 'secrets', action: 'delete', inverted: true }] }, as)).status,
    ).to.equal(200);
  });

  it('checks templates by whom they are for', async () => {
    const { create, newMember, identity, organization } = await setting();
    const as = await newMember(granter({ subject: 'secrets', action: 'read', conditions: { environment: 'dev' } }));
    const permissions = [
      { subject: 'secrets', action: 'readValue', conditions: { environment: '{{identity.metadata.env}}' } },
    ];
    expectError(await create({ permissions }, as), 403, 'PermissionBoundaryError');
    const { database, ids, stores } = world().server.parts;
    const { id: membershipId } = (await stores.memberships.findOfIdentity(organization.id, identity.id))!;
    const setEnvironment = (value: string) =>
      database.transaction(({ db }) =>
        createStores(db).memberships.replaceMetadata(membershipId, [
          { id: ids.uuid(), membershipId, key: 'env', value },
        ]),
      );
    await setEnvironment('prod');
    expectError(await create({ permissions }, as), 403, 'PermissionBoundaryError');
    await setEnvironment('dev');
    expect((await create({ permissions }, as)).status).to.equal(200);
  });

  it('is for members of the project', async () => {
    const { create, organization } = await setting();
    expectError(await create({}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    const stranger = await newProjectWithAdmin(world());
    expectError(await create({}, stranger.admin), 404, 'NotFound');
  });

  it('needs the identity to be in the project itself', async () => {
    const { create, organization, project, ...rest } = await setting();
    const outside = await world().newIdentity(organization, 'admin');
    expectError(await create({ identityId: outside.id }), 404, 'NotFound', /identity/i);
    const grouped = await world().newIdentity(organization, 'no-access');
    await addThroughGroup(world(), { organization, project, ...rest }, grouped);
    expectError(await create({ identityId: grouped.id }), 400, 'BadRequest', /group/i);
    const foreign = await privilegeSetting(world());
    expectError(await create({ identityId: foreign.identity.id }), 404, 'NotFound', /identity/i);
    expectError(await create({ projectId: foreign.project.id }), 404, 'NotFound', /project/i);
  });

  it('wants each slug once for an identity in a project', async () => {
    const { create, created, organization, project, admin, identity, newMember, stored } = await setting();
    await created({ slug: 'taken' });
    expectError(await create({ slug: 'taken' }), 400, 'BadRequest', /taken/);
    // Nobody learns of it who may not grant it anyway.
    expectError(await create({ slug: 'taken' }, await newMember(granter())), 403, 'PermissionBoundaryError');
    expect(await stored()).to.have.length(1);

    const another = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, another, 'no-access');
    expect((await create({ slug: 'taken', identityId: another.id })).status).to.equal(200);
    const second = await newProject(world(), organization);
    for (const member of [admin, identity]) await addToProject(world(), second, member, 'admin');
    expect((await create({ slug: 'taken', projectId: second.id })).status).to.equal(200);
  });

  it('makes exactly one of a slug that twenty want at once', async () => {
    const { create, stored, audited } = await setting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ slug: 'wanted' })));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 400, 'BadRequest');
    expect(await stored()).to.have.length(1);
    expect(await audited()).to.have.length(1);
  });

  it('leaves only the beginning of the longest rules in the audit log', async () => {
    const { created, audited } = await setting();
    const secretPath = { $in: Array.from({ length: 100 }, (_, number) => `/${number}`.padEnd(512, 'x')) };
    await created({ permissions: [{ subject: 'secrets', action: 'read', conditions: { secretPath } }] });
    expect((await audited())[0]!.eventMetadata.permissions).to.have.length(10_000);
  });

  it('leaves an entry in the audit log', async () => {
    const { created, audited, identity, project } = await setting();
    const { id } = await created({ slug: 'audited', type: temporaryType });
    const entries = await audited();
    expect(
      entries.map(({ eventType, eventMetadata, projectId }) => ({ eventType, eventMetadata, projectId })),
    ).to.deep.equal([
      {
        eventType: 'create-identity-project-additional-privilege',
        eventMetadata: {
          identityId: identity.id,
          privilegeId: id,
          slug: 'audited',
          isTemporary: true,
          ...temporaryTimes,
          permissions: JSON.stringify([
            { subject: 'secrets', action: ['read'], inverted: false, conditions: { environment: 'dev' } },
          ]),
        },
        projectId: project.id,
      },
    ]);
  });
});
