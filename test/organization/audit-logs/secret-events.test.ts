import { expect } from 'chai';
import { newProjectWithSecrets, newSecret } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const types =
  'create-secret,create-secrets,update-secrets,delete-secrets,move-secrets,duplicate-secret,restore-secret-version,get-secret';

onEachDatabase('audit log entries of secrets', (world) => {
  it('are found by environment, path and name, also if they concern several secrets or two folders', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, project } = setting;
    const location = { projectId: project.id, environment: 'dev' };
    const call = async (...[operation, request]: Parameters<ReturnType<typeof world>['call']>) => {
      const { status, body } = await world().call(operation, { as: admin, ...request });
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const { id } = await newSecret(world(), setting, 'ONE');
    await call('createSecrets', {
      body: {
        ...location,
        secrets: [
          { secretKey: 'TWO', secretValue: 'x' },
          { secretKey: `A "quoted" name_%`, secretValue: 'x' },
        ],
      },
    });
    await call('updateSecrets', {
      body: {
        ...location,
        mode: 'upsert',
        secrets: [
          { secretKey: 'TWO', secretValue: 'y' },
          { secretKey: 'THREE', secretPath: '/app', secretValue: 'y' },
        ],
      },
    });
    await call('restoreSecretVersion', { params: { secretId: id, version: '1' } });
    const way = { projectId: project.id, sourceEnvironment: 'dev', destinationEnvironment: 'prod', secretIds: [id] };
    await call('duplicateSecrets', { body: way });
    await call('moveSecrets', { body: { ...way, destinationEnvironment: 'dev', destinationSecretPath: '/app' } });
    await call('getSecret', { params: { secretName: 'ONE' }, query: { ...location, secretPath: '/app' } });
    await call('deleteSecrets', { body: { ...location, secrets: [{ secretKey: 'TWO' }] } });

    const found = async (query: Record<string, string>): Promise<string> => {
      const { auditLogs } = await call('listAuditLogs', {
        query: { projectId: project.id, eventType: types, ...query },
      });
      return (auditLogs as { event: { type: string } }[])
        .map(({ event }) => event.type)
        .sort()
        .join(' ');
    };
    const aboutOne = 'create-secret duplicate-secret get-secret move-secrets restore-secret-version';
    const all =
      'create-secret create-secrets delete-secrets duplicate-secret get-secret move-secrets restore-secret-version update-secrets';
    expect(await found({ secretKey: 'ONE' })).to.equal(aboutOne);
    expect(await found({ secretKey: 'TWO' })).to.equal('create-secrets delete-secrets update-secrets');
    expect(await found({ secretKey: `A "quoted" name_%` })).to.equal('create-secrets');
    for (const other of ['one', 'O', 'TW', 'T%', 'TWO"', '_ne'])
      expect(await found({ secretKey: other }), other).to.equal('');
    expect(await found({ secretPath: '/app' })).to.equal('get-secret move-secrets update-secrets');
    expect(await found({ secretPath: '/ap' })).to.equal('');
    expect(await found({ environment: 'prod' })).to.equal('duplicate-secret');
    expect(await found({ environment: 'dev' })).to.equal(all);
    expect(await found({ environment: 'dev', secretPath: '/app', secretKey: 'THREE' })).to.equal('update-secrets');
    expect(await found({ environment: 'prod', secretKey: 'TWO' })).to.equal('');
  });
});
