import { expect } from 'chai';
import { newProjectWithSecrets, newSecret, secretCall, storedSecret } from '../../support/project-secrets.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('updateSecret', (world) => {
  const call = secretCall(world, 'updateSecret');

  it('adds a version, and answers with all of it', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const { status, body } = await call(setting, 'KEY', { secretValue: 'new', newSecretName: 'OTHER' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.secret).to.include({ secretKey: 'OTHER', secretValue: 'new', version: 2 });
    expect(await storedSecret(world(), setting, 'OTHER')).to.include({ value: 'new', version: 2 });
  });
});
