import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import {
  expectedSecret,
  newColleague,
  newProjectWithSecrets,
  rule,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory, writtenAt } from '../../support/fixtures/secret-versions.ts';
import { checksSecretAccess, pages } from './checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listSecretVersionFacts', (world) => {
  const list = (
    { admin }: Pick<TestSecrets, 'admin'>,
    secretId: string,
    query?: Record<string, string>,
    as: { token: string } = admin,
  ) => world().call('listSecretVersionFacts', { as, params: { secretId }, ...(query && { query }) });
  const redact = (as: { token: string }, versionId: string) =>
    world().clock.later(600, () => world().call('redactSecretVersion', { as, params: { versionId } }));
  const unredacted = {
    isRedacted: false,
    redactedAt: null,
    redactedByUserId: null,
    redactedByIdentityId: null,
    redactedByActor: null,
  };

  it('lists all fields except the value, and who redacted the version', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, project } = setting;
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'one', secretComment: 'seen', secretMetadata: [{ key: 'b', value: 'sealed', isEncrypted: true }] },
      { secretValue: 'two', newSecretName: 'OTHER', secretMetadata: [] },
      { secretValue: 'three' },
    ]);
    const machine = await newProjectIdentity(world(), setting, 'admin');
    expect((await redact(admin, versionIds[0]!)).status).to.equal(200);
    expect((await redact(machine, versionIds[1]!)).status).to.equal(200);
    const { read } = world().server.parts.database;
    const memberships = await read('project_memberships as pm')
      .join('organization_memberships as m', 'm.id', 'pm.membershipId')
      .where({ 'pm.projectId': project.id })
      .select('pm.id', 'm.userId');
    const membershipOf = (userId: string | null) => memberships.find((row: any) => row.userId === userId)!.id;
    const { name } = await read<any>('identities').where({ id: machine.id }).first('name');

    const answer = await list(setting, id);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const redactedAt = '2030-01-01T00:10:00.000Z';
    const expected = (version: number, fields: Record<string, unknown>) =>
      expectedSecret(setting, {
        id: versionIds[version - 1]!,
        version,
        secretComment: 'seen',
        createdAt: writtenAt(version),
        updatedAt: writtenAt(version),
        ...fields,
      });
    expect(answer.body).to.deep.equal({
      secretVersions: [
        expected(3, { secretKey: 'OTHER', ...unredacted }),
        expected(2, {
          secretKey: 'OTHER',
          updatedAt: redactedAt,
          isRedacted: true,
          redactedAt,
          redactedByUserId: null,
          redactedByIdentityId: machine.id,
          redactedByActor: { username: name, email: null, projectMembershipId: membershipOf(null) },
        }),
        expected(1, {
          secretKey: 'KEY',
          secretMetadata: [{ key: 'b', value: '<hidden-by-infisical>', isEncrypted: true }],
          updatedAt: redactedAt,
          isRedacted: true,
          redactedAt,
          redactedByUserId: admin.id,
          redactedByIdentityId: null,
          redactedByActor: { username: admin.email, email: admin.email, projectMembershipId: membershipOf(admin.id) },
        }),
      ],
    });
    expect(await entriesOf(world(), answer), 'no value was shown').to.deep.equal([]);
  });

  it('no longer names who redacted the version after that member was removed', async () => {
    const setting = await newProjectWithSecrets(world());
    const { organization } = setting;
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [{}, { secretValue: 'two' }]);
    const colleague = await newColleague(world(), setting);
    await redact(colleague, versionIds[0]!);
    const administrator = await world().newUser(organization, 'admin');
    const membership = await world().server.parts.stores.memberships.findOfUser(organization.id, colleague.id);
    expect(
      (
        await world().call('removeOrganizationUser', {
          as: administrator,
          params: { organizationId: organization.id, membershipId: membership!.id },
        })
      ).status,
    ).to.equal(200);
    const { body } = await list(setting, id, { offset: '1' });
    expect(body.secretVersions[0]).to.include({
      isRedacted: true,
      redactedByUserId: colleague.id,
      redactedByActor: null,
    });
  });

  it('shows whether the caller may read the values', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{}]);
    const machine = await newProjectIdentity(world(), setting, [rule('describeSecret')]);
    expect((await list(setting, id)).body.secretVersions[0].secretValueHidden).to.equal(false);
    expect((await list(setting, id, undefined, machine)).body.secretVersions[0].secretValueHidden).to.equal(true);
  });

  pages(world, list);
  checksSecretAccess(world, ['describeSecret'], (setting, { id }, as) => list(setting, id, undefined, as));
});
