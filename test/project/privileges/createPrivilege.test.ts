import { expect } from 'chai';
import { formerSubjects } from '../../../src/access/former-subjects.ts';
import { projectSubjects } from '../../../src/access/project-subjects.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import {
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

  it('grants a permanent privilege and returns all fields', async () => {
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

  it('grants a temporary privilege and computes its end', async () => {
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

  it('ignores period fields of a permanent type', async () => {
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

  it('generates a slug that says what is allowed, unique among those of the identity', async () => {
    const { created } = await setting();
    const rule = (action: string[], conditions: object) => ({ subject: 'secrets', action, conditions });
    const atDeploy = { environment: 'prod', secretPath: { $glob: '/deploy/**' } };
    const slugOf = async (...permissions: object[]) => (await created({ permissions })).slug as string;
    const readDeploy = rule(['describeSecret', 'readValue'], atDeploy);
    expect(await slugOf(readDeploy)).to.equal('read-secrets-prod-deploy');
    expect(await slugOf(readDeploy)).to.equal('read-secrets-prod-deploy-2');
    expect(await slugOf(readDeploy, { subject: 'tags', action: ['read'] })).to.equal(
      'read-secrets-prod-deploy-and-more',
    );
    expect(await slugOf(rule(['create', 'edit'], { environment: { $in: ['dev', 'test'] } }))).to.equal(
      'create-edit-secrets-dev-test',
    );
    expect(await slugOf({ ...rule(['delete'], { environment: { $ne: 'dev' } }), inverted: true })).to.equal(
      'deny-delete-secrets-not-dev',
    );
    expect(await slugOf()).to.equal('privilege');
    const long = rule(['readValue'], { secretPath: `/${'folder/'.repeat(20)}` });
    for (const slug of [await slugOf(long), await slugOf(long)])
      expect(slug)
        .to.match(/^read-secrets(-folder)+(-2)?$/)
        .and.have.lengthOf.within(50, 60);
  });

  it('stores rules unchanged', async () => {
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

  it('accepts all actions of all subjects from administrators of the project', async () => {
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

  it('grants access from its start to its end, and stays listed', async () => {
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

  it('expands templates with the fields of the identity', async () => {
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

  it('requires a unique slug per identity and project', async () => {
    const { create, created, organization, project, admin, identity, newMember, stored } = await setting();
    await created({ slug: 'taken' });
    expectError(await create({ slug: 'taken' }), 400, 'BadRequest', /taken/);
    // Only callers who could grant the privilege learn of it.
    expectError(await create({ slug: 'taken' }, await newMember(granter())), 403, 'PermissionBoundaryError');
    expect(await stored()).to.have.length(1);

    const another = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, another, 'no-access');
    expect((await create({ slug: 'taken', identityId: another.id })).status).to.equal(200);
    const second = await newProject(world(), organization);
    for (const member of [admin, identity]) await addToProject(world(), second, member, 'admin');
    expect((await create({ slug: 'taken', projectId: second.id })).status).to.equal(200);
  });

  it('creates exactly one privilege for twenty concurrent requests with the same slug', async () => {
    const { create, stored, audited } = await setting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ slug: 'wanted' })));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 400, 'BadRequest');
    expect(await stored()).to.have.length(1);
    expect(await audited()).to.have.length(1);
  });

  it('gives different slugs to concurrent requests without one', async () => {
    const { create, stored, audited } = await setting();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 10 }, () => 200));
    expect(new Set((await stored()).map(({ slug }) => slug as string))).to.have.property('size', 10);
    expect(await audited()).to.have.length(10);
  });

  it('truncates very long rules in the audit log', async () => {
    const { created, audited } = await setting();
    const secretPath = { $in: Array.from({ length: 100 }, (_, number) => `/${number}`.padEnd(512, 'x')) };
    await created({ permissions: [{ subject: 'secrets', action: 'read', conditions: { secretPath } }] });
    expect((await audited())[0]!.eventMetadata.permissions).to.have.length(10_000);
  });

  it('is recorded in the audit log', async () => {
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
