import { expect } from 'chai';
import { expectedSecret, newProjectWithSecrets, secretCall, storedSecret } from '../../support/project-secrets.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('createSecret', (world) => {
  const call = secretCall(world, 'createSecret');

  it('makes it, and answers with all of it', async () => {
    const setting = await newProjectWithSecrets(world());
    const { status, body } = await call(setting, 'DATABASE_URL', { secretValue: 'postgres://app@db/app' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ secret: expectedSecret(setting, { id: body.secret.id, secretKey: 'DATABASE_URL', secretValue: 'postgres://app@db/app' }) });
    expect(await storedSecret(world(), setting, 'DATABASE_URL')).to.include({ value: 'postgres://app@db/app', version: 1 });
  });
});
