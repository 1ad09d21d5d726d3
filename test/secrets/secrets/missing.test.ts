import { expect } from 'chai';
import type { Response } from 'supertest';
import { batchCall, newProjectWithSecrets, projectField, secretCall } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('a secret that does not exist', (world) => {
  it('is reported by all operations with the same message', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    const { admin: as, project, red } = setting;
    const answers: [string, Response][] = [];
    const at = { secretPath: '/app' };
    for (const id of ['getSecret', 'getRawSecret'] as const)
      answers.push([
        id,
        await world().call(id, {
          as,
          params: { secretName: 'NONE' },
          query: { [projectField(id)]: project.id, environment: 'dev', ...at },
        }),
      ]);
    for (const id of ['updateSecret', 'deleteSecret', 'updateRawSecret', 'deleteRawSecret'] as const)
      answers.push([id, await secretCall(world, id)(setting, 'NONE', { secretValue: 'x', ...at })]);
    const secrets = [{ secretKey: 'NONE', secretValue: 'x' }];
    for (const id of ['updateSecrets', 'deleteSecrets', 'updateRawSecrets', 'deleteRawSecrets'] as const)
      answers.push([id, await batchCall(world, id)(setting, { secrets, ...at })]);
    const tags = { projectSlug: project.slug, environment: 'dev', tagSlugs: [red.slug], ...at };
    for (const id of ['attachSecretTags', 'detachSecretTags'] as const)
      answers.push([id, await world().call(id, { as, params: { secretName: 'NONE' }, body: tags })]);
    for (const [id, { status, body }] of answers)
      expect(`${status} ${body.error} ${body.message}`, id).to.equal(
        "404 NotFound Secret not found in the path '/app' of the environment 'dev': 'NONE'.",
      );
  });
});
