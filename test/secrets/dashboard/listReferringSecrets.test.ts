import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listReferringSecrets', (world) => {
  const ask = ({ admin, project }: TestSecrets, body: object, as: { token: string } = admin) =>
    world().call('listReferringSecrets', { as, body: { projectId: project.id, environment: 'dev', ...body } });

  const newTree = async (): Promise<TestSecrets> => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    await newSecrets(world(), setting, {
      'dev:/:HOST': 'example.com',
      'dev:/:PORT': '80',
      'dev:/:URL': 'https://${HOST}:${PORT}',
      'dev:/:OTHER': '${prod.HOST}',
      'dev:/app:REMOTE': '${dev.HOST}',
      'prod:/:MIRROR': `\${@${setting.project.slug}.dev.HOST}`,
      'prod:/:HOST': 'x',
    });
    return setting;
  };

  const textOf = ({ referring }: { referring: Record<string, string>[] }): string =>
    referring
      .map(({ environment, secretPath, secretKey, secretName }) =>
        [environment, secretPath, secretKey, '>', secretName].join(' '),
      )
      .join(' | ');

  it('lists those of the folder, of other folders and of other environments', async () => {
    const setting = await newTree();
    const { status, body } = await ask(setting, { secretNames: ['HOST'] });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(textOf(body)).to.equal('dev / URL > HOST | prod / MIRROR > HOST | dev /app REMOTE > HOST');
    expect(body.isLimitReached).to.equal(false);
    const both = await ask(setting, { secretNames: ['PORT', 'NONE'] });
    expect(textOf(both.body)).to.equal('dev / URL > PORT');
    const prod = await ask(setting, { environment: 'prod', secretPath: '/', secretNames: ['HOST'] });
    expect(textOf(prod.body)).to.equal('dev / OTHER > HOST');
  });

  it('omits what the caller may not describe, and refuses who may describe nothing of the folder', async () => {
    const setting = await newTree();
    const reader = await newReader(world(), setting, {
      subject: 'secrets',
      action: ['describeSecret'],
      conditions: { environment: 'dev', secretPath: '/' },
    });
    expect(textOf((await ask(setting, { secretNames: ['HOST'] }, reader)).body)).to.equal('dev / URL > HOST');
    expectError(
      await ask(setting, { environment: 'prod', secretNames: ['HOST'] }, reader),
      403,
      'PermissionDenied',
      /describe/,
    );
    expectError(await ask(setting, { secretPath: '/none', secretNames: ['HOST'] }), 404, 'NotFound', /no folder/);
  });

  it('returns at most 100', async () => {
    const setting = await newProjectWithSecrets(world());
    const many = Array.from({ length: 101 }, (_, number) => [`dev:/:N_${number}`, '${HOST}'] as const);
    await newSecrets(world(), setting, Object.fromEntries(many));
    const { body } = await ask(setting, { secretNames: ['HOST'] });
    expect(body.referring).to.have.length(100);
    expect(body.isLimitReached).to.equal(true);
  });
});
