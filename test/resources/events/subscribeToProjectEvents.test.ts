import { expect } from 'chai';
import { newProjectWithSecrets, newSecret, secretCall } from '../../support/project-secrets.ts';
import { listen } from '../../support/streams.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('subscribeToProjectEvents', (world) => {
  it('tells of what happens to secrets, as it is framed', async () => {
    const setting = await newProjectWithSecrets(world());
    const stream = await listen(world(), setting.admin, setting.project.id);
    expect(stream.response.headers).to.include({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
    await newSecret(world(), setting, 'A', { secretPath: '/app' });
    const payload = [{ environment: 'dev', secretPath: '/app', secretKey: 'A' }];
    expect(await stream.frames()).to.deep.equal([{ id: '1', event: 'secret:create', data: { projectType: 'secret-manager', data: { eventType: 'secret:create', payload } } }]);
    await secretCall(world, 'updateSecret')(setting, 'A', { secretPath: '/app', newSecretName: 'B' });
    await secretCall(world, 'deleteSecret')(setting, 'B', { secretPath: '/app' });
    expect(await stream.told()).to.deep.equal(['secret:update dev:/app A,B', 'secret:delete dev:/app B']);
    stream.close();
  });
});
