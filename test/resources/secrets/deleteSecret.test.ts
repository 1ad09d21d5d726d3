import { expect } from 'chai';
import { newProjectWithSecrets, newSecret, secretCall } from '../../support/project-secrets.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('deleteSecret', (world) => {
  const call = secretCall(world, 'deleteSecret');

  it('deletes it, and answers with what it was', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const { status, body } = await call(setting, 'KEY');
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.secret).to.include({ secretKey: 'KEY', secretValue: 'value of KEY' });
    expect(await setting.names()).to.equal('');
  });
});
