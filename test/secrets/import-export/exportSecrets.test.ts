import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { auditLogSettled } from '../../support/expect/audit.ts';
import {
  deny,
  newProjectWithSecrets,
  newSecret,
  rule,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('exportSecrets', (world) => {
  const call = ({ admin, project }: TestSecrets, query: Record<string, string> = {}, as: { token: string } = admin) =>
    world().call('exportSecrets', { as, params: { projectId: project.id }, query: { environment: 'dev', ...query } });

  const names = (body: { folders: { path: string; secrets: { secretKey: string; secretValue: string }[] }[] }) =>
    body.folders
      .flatMap(({ path, secrets }) =>
        secrets.map(({ secretKey, secretValue }) => `${path}:${secretKey}=${secretValue}`),
      )
      .join(' ');

  it('exports a folder with or without those below, with references as they are or replaced', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep', '/other']);
    await newSecret(world(), setting, 'B', { secretPath: '/app', secretValue: '${A}!' });
    await newSecret(world(), setting, 'A', { secretPath: '/app', secretValue: 'a' });
    await newSecret(world(), setting, 'A', { secretPath: '/app', secretValue: 'own', type: 'personal' });
    await newSecret(world(), setting, 'C', { secretPath: '/app/deep', secretValue: 'c' });
    await newSecret(world(), setting, 'D', { secretPath: '/other', secretValue: 'd' });
    expect(names((await call(setting, { path: '/app' })).body)).to.equal('/app:A=a /app:B=${A}! /app/deep:C=c');
    expect(names((await call(setting, { path: '/app', recursive: 'false' })).body)).to.equal('/app:A=a /app:B=${A}!');
    expect(
      names((await call(setting, { path: '/app', recursive: 'false', expandSecretReferences: 'true' })).body),
    ).to.equal('/app:A=a /app:B=a!');
    expect(names((await call(setting)).body)).to.equal('/app:A=a /app:B=${A}! /app/deep:C=c /other:D=d');
    expectError(await call(setting, { path: '/nowhere' }), 404, 'NotFound');
  });

  it('is recorded like a list of the secrets', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'A', { secretPath: '/app' });
    await newSecret(world(), setting, 'B');
    expect((await call(setting)).status).to.equal(200);
    await auditLogSettled(world());
    const reads = (await setting.entries()).filter(({ eventType }) => eventType === 'get-secrets');
    expect(reads.map(({ eventMetadata }) => eventMetadata)).to.deep.equal([
      {
        environment: 'dev',
        secretPath: '/',
        numberOfSecrets: 2,
        otherFolders: [{ environment: 'dev', secretPath: '/app' }],
      },
    ]);
  });

  it('leaves out what the caller may not read, and names what it may describe', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/hidden']);
    for (const key of ['A', 'B', 'C']) await newSecret(world(), setting, key, { secretPath: '/app' });
    await newSecret(world(), setting, 'A', { secretPath: '/hidden' });
    const { token } = await newProjectIdentity(world(), setting, [
      rule(['readValue', 'describeSecret'], { secretPath: { $glob: '/app' } }),
      deny('readValue', { secretName: { $eq: 'B' } }),
      deny(['readValue', 'describeSecret'], { secretName: { $eq: 'C' } }),
    ]);
    const { body } = await call(setting, { path: '/app' }, { token });
    expect(body.folders[0]).to.deep.include({ unreadable: ['B'] });
    expect(names(body)).to.equal('/app:A=value of A');
    expectError(await call(setting, { path: '/hidden' }, { token }), 403, 'PermissionDenied');
    const blind = await newProjectIdentity(world(), setting, [rule('describeSecret')]);
    expectError(await call(setting, {}, blind), 403, 'PermissionDenied');
  });
});
