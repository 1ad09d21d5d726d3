import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import { entriesOf, entriesWhere } from '../support/expect/audit.ts';
import { expectError } from '../support/expect/expect.ts';
import { newColleague, newProjectWithSecrets, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';
import { createTestObjects } from '../support/fixtures/test-objects.ts';
import { newStorage, onEachDatabase, ownWorld, type CallOptions, type World } from '../support/world/world.ts';

const secretName = 'DB_PASSWORD';
const secretValue = 'canary-of-refused-reads';

interface Setting extends TestSecrets {
  readonly secretId: string;
  /** The folder that the secret is in, as requests of version 4 name it. */
  readonly query: { readonly projectId: string; readonly environment: string; readonly secretPath: string };
}

const newSetting = async (world: World): Promise<Setting> => {
  const setting = await newProjectWithSecrets(world);
  const query = { projectId: setting.project.id, environment: 'dev', secretPath: '/app' };
  const { body } = await world.call('createSecret', {
    as: setting.admin,
    params: { secretName },
    body: { ...query, secretValue },
  });
  return { ...setting, query, secretId: body.secret.id as string };
};

/** The query for the folder of the setting, as requests of version 3 name it. */
const rawQuery = ({ query: { projectId, ...folder } }: Setting) => ({ ...folder, workspaceId: projectId });

onEachDatabase('refused reads in the audit log', (world, kind) => {
  it('are counted in one entry of the project, which contains the request and never the secret', async () => {
    const { organization, project, admin, query } = await newSetting(world());
    const as = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'secrets', action: 'describeSecret', conditions: { secretPath: '/elsewhere' } },
    ]);
    const first = await world().call('getSecret', { as, params: { secretName }, query });
    expectError(first, 403, 'PermissionDenied');
    for (let again = 0; again < 4; again += 1) await world().call('getSecret', { as, params: { secretName }, query });
    const [entry, ...others] = await entriesWhere(world(), { actorId: as.id });
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'get-secret-refused',
      eventMetadata: { target: { secretName, environment: 'dev', secretPath: '/app' }, reasonCode: 'PermissionDenied' },
      operation: 'getSecret',
      requestId: first.headers['x-request-id'],
      organizationId: organization.id,
      projectId: project.id,
      projectName: project.name,
      repeats: 4,
    });
    expect(JSON.stringify(entry)).not.to.include(secretValue);

    const { body } = await world().call('listAuditLogs', {
      as: admin,
      query: { projectId: project.id, eventType: 'get-secret-refused' },
    });
    expect(body.auditLogs).to.have.length(1);
    expect(body.auditLogs[0]).to.include({ id: entry!.id, repeats: 4, projectId: project.id });

    await world().clock.later(60, () => world().call('getSecret', { as, params: { secretName }, query }));
    expect((await entriesWhere(world(), { actorId: as.id })).map(({ repeats }) => repeats)).to.deep.equal([4, 0]);
  });

  it('are recorded for every way of reading: by name, id, list and version', async () => {
    const setting = await newSetting(world());
    const { query, secretId, project, organization } = setting;
    const folder = { environment: 'dev', secretPath: '/app' };
    const imports = { environment: 'dev', path: '/app' };
    const ways: readonly [OperationId, CallOptions, string, object][] = [
      ['getSecret', { params: { secretName }, query }, 'get-secret', { secretName, ...folder }],
      ['getRawSecret', { params: { secretName }, query: rawQuery(setting) }, 'get-secret', { secretName, ...folder }],
      ['getSecretById', { params: { secretId } }, 'get-secret', { secretId }],
      ['getRawSecretById', { params: { secretId } }, 'get-secret', { secretId }],
      ['listSecrets', { query }, 'get-secrets', folder],
      ['listRawSecrets', { query: rawQuery(setting) }, 'get-secrets', folder],
      ['listImportedSecrets', { query: { ...imports, projectId: project.id } }, 'get-secrets', imports],
      ['listLegacyImportedSecrets', { query: { ...imports, workspaceId: project.id } }, 'get-secrets', imports],
      ['listSecretVersions', { params: { secretId } }, 'get-secret-versions', { secretId }],
      [
        'getSecretVersionValue',
        { params: { secretId, version: '1' } },
        'dashboard-get-secret-version-value',
        { secretId, version: '1' },
      ],
    ];
    for (const [id, request, event, target] of ways) {
      const as = await world().newUser(organization, 'member');
      const response = await world().call(id, { as, ...request });
      expectError(response, 403, 'ProjectMembershipNotFound');
      const entries = await entriesOf(world(), response);
      expect(entries, id).to.have.length(1);
      expect(entries[0], id).to.deep.include({
        eventType: `${event}-refused`,
        projectId: project.id,
        actorId: as.id,
        eventMetadata: { target, reasonCode: 'ProjectMembershipNotFound' },
      });
    }
  });

  it('are recorded for private keys that a reader of the certificate may not read', async () => {
    const { organization, project, ids } = await createTestObjects(world());
    const params = { id: ids.certificateId!, serialNumber: ids.serialNumber! };
    for (const [id, event] of [
      ['getCertificatePrivateKey', 'get-cert-private-key-refused'],
      ['getLegacyCertificatePrivateKey', 'get-cert-private-key-refused'],
      ['getCertificateBundle', 'get-cert-bundle-refused'],
      ['getLegacyCertificateBundle', 'get-cert-bundle-refused'],
    ] as const) {
      const as = await newProjectIdentity(world(), { organization, project }, [
        { subject: 'certificates', action: 'read' },
      ]);
      expect((await world().call('getCertificate', { as, params })).status).to.equal(200);
      const response = await world().call(id, { as, params });
      expectError(response, 403, 'PermissionDenied');
      const entries = await entriesWhere(world(), { actorId: as.id });
      expect(entries.map(({ eventType }) => eventType)).to.deep.equal([event]);
      expect(entries[0]).to.deep.include({ projectId: project.id, requestId: response.headers['x-request-id'] });
    }
  });

  it('are recorded for personal secrets of another user, in the project as well', async () => {
    const setting = await newSetting(world());
    const { body } = await world().call('createSecret', {
      as: setting.admin,
      params: { secretName },
      body: { ...setting.query, secretValue, type: 'personal' },
    });
    const as = await newColleague(world(), setting);
    const response = await world().call('getSecretById', { as, params: { secretId: body.secret.id } });
    expectError(response, 403, 'ForbiddenError');
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({ eventType: 'get-secret-refused', projectId: setting.project.id });
  });

  it('contain no other part of the query, which may be confidential', async () => {
    const { organization, query } = await newSetting(world());
    const as = await world().newUser(organization, 'member');
    const response = await world().call('listSecrets', {
      as,
      query: {
        ...query,
        metadataFilter: `key=owner,value=${secretValue}`,
        tagSlugs: 'red',
        secretPath: `/${'x'.repeat(200)}`,
      },
    });
    expectError(response, 403, 'ProjectMembershipNotFound');
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata.target).to.deep.equal({ environment: 'dev', secretPath: `/${'x'.repeat(127)}` });
    expect(JSON.stringify(entry)).not.to.include(secretValue);
  });

  it('include no responses that only hide the value, no 404, and no other reads', async () => {
    const { organization, project, query, secretId } = await newSetting(world());
    const as = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'secrets', action: 'describeSecret' },
    ]);
    const stranger = await world().newUser(organization, 'no-access');
    const answers = [
      await world().call('getSecret', { as, params: { secretName }, query: { ...query, viewSecretValue: 'false' } }),
      await world().call('listSecretVersions', { as, params: { secretId } }),
      await world().call('getSecretVersionValue', { as, params: { secretId, version: '1' } }),
      await world().call('getSecretById', { as, params: { secretId: 'unknown' } }),
      await world().call('listOrganizationRoles', { as: stranger }),
      await world().call('listTags', { as: stranger, params: { projectId: project.id } }),
      await world().call('getSecret', { params: { secretName }, query }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 404, 403, 403, 401]);
    for (const answer of answers) expect(await entriesOf(world(), answer)).to.deep.equal([]);
  });

  it('are not recorded with AUDIT_READS=off, while refused changes are', async () => {
    const quiet = await ownWorld({ ...(await newStorage(kind)), AUDIT_READS: 'off' });
    const setting = await newSetting(quiet);
    const { organization, project, query, secretId, admin } = setting;
    const as = await quiet.newUser(organization, 'member');
    const powerless = await quiet.newUser(organization, 'member');
    await addToProject(quiet, project, powerless, 'no-access');
    for (const reader of [as, powerless]) {
      const refused = [
        await quiet.call('getSecret', { as: reader, params: { secretName }, query }),
        await quiet.call('listRawSecrets', { as: reader, query: rawQuery(setting) }),
        await quiet.call('listSecretVersions', { as: reader, params: { secretId } }),
      ];
      expect(refused.map(({ status }) => status)).to.deep.equal([403, 403, 403]);
    }
    expect((await quiet.call('getSecret', { as: admin, params: { secretName }, query })).status).to.equal(200);
    expectError(
      await quiet.call('updateSecret', { as, params: { secretName }, body: { ...query, secretValue: 'mine' } }),
      403,
      'ProjectMembershipNotFound',
    );
    expect((await entriesWhere(quiet, { actorId: as.id })).map(({ eventType }) => eventType)).to.deep.equal([
      'update-secret-refused',
    ]);
    expect(await entriesWhere(quiet, { actorId: powerless.id })).to.deep.equal([]);
    expect(await entriesWhere(quiet, { eventType: 'get-secret' })).to.deep.equal([]);
  });
});
