import { expect } from 'chai';
import { NearestRoute } from '../../src/http/nearest-route.ts';
import { MissingFeatures } from '../../src/http/missing-features.ts';
import { operations } from '../../generated/operations.ts';
import { expectError, expectIssues } from '../support/expect/expect.ts';
import { newProjectWithSecrets, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { newProject, newProjectIdentity } from '../support/fixtures/projects.ts';
import { onEitherDatabase } from '../support/world/cases.ts';
import { onEachDatabase } from '../support/world/world.ts';

onEitherDatabase('an unknown key of a body', (world) => {
  let setting: TestSecrets;
  before(async () => {
    setting = await newProjectWithSecrets(world());
  });

  const messages = async (body: object): Promise<Record<string, string>> => {
    const { status, body: answer } = await world().call('createSecret', {
      as: setting.admin,
      params: { secretName: 'KEY' },
      body,
    });
    expect(status).to.equal(422);
    return Object.fromEntries(
      (answer.message as { path: string[]; message: string }[]).map(({ path, message }) => [path.join('.'), message]),
    );
  };

  it('is named beside the missing one that it resembles, or is a part of', async () => {
    const projectId = setting.project.id;
    for (const wrong of ['enviroment', 'Environment', 'env'])
      expect((await messages({ projectId, [wrong]: 'dev', secretValue: 'x' })).environment).to.match(
        new RegExp(`; ${wrong} is not known: did you mean environment\\?$`),
      );
  });

  it('is named beside a missing one if it resembles none', async () => {
    const { environment } = await messages({ projectId: setting.project.id, stage: 'dev', secretValue: 'x' });
    expect(environment).to.match(/; not known and ignored: stage$/);
  });

  it('is not named if its name is no plain word, and no more than five are', async () => {
    const strange = { 'a <b>': 1, ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key${n}`, n])) };
    const { environment } = await messages({ projectId: setting.project.id, secretValue: 'x', ...strange });
    expect(environment).to.match(/not known and ignored: key0, key1, key2, key3, key4$/);
  });

  it('is named in an object of a list', async () => {
    const response = await world().call('createSecrets', {
      as: setting.admin,
      body: { projectId: setting.project.id, environment: 'dev', secrets: [{ secret_key: 'A', secretValue: 'x' }] },
    });
    expectIssues(response, 'body secrets.0.secretKey required');
    expect(response.body.message[0].message).to.match(/; secret_key is not known: did you mean secretKey\?$/);
  });

  it('is named in the query, too', async () => {
    const response = await world().call('listSecrets', {
      as: setting.admin,
      query: { projectid: setting.project.id, environment: 'dev' },
    });
    expectIssues(response, 'query projectId required');
    expect(response.body.message[0].message).to.match(/; projectid is not known: did you mean projectId\?$/);
  });
});

onEitherDatabase('Prefer: handling=strict', (world) => {
  let setting: TestSecrets;
  before(async () => {
    setting = await newProjectWithSecrets(world());
  });

  const list = (prefer: string, query: Record<string, string>) =>
    world().call('listTags', {
      as: setting.admin,
      params: { projectId: setting.project.id },
      query,
      headers: { Prefer: prefer },
    });

  it('makes an unknown query parameter an error, and says that it was applied', async () => {
    const response = await world().call('getSecret', {
      as: setting.admin,
      params: { secretName: 'KEY' },
      query: { projectId: setting.project.id, environment: 'dev', secretpath: '/', utm_source: 'x' },
      headers: { Prefer: 'respond-async, handling=strict; wait=10' },
    });
    expectIssues(response, 'query secretpath unknown', 'query utm_source unknown');
    expect(response.body.message[0].message).to.equal('is not a parameter of this operation; did you mean secretPath?');
    expect(response.headers['preference-applied']).to.equal('handling=strict');
  });

  it('changes nothing for a request without unknown parameters', async () => {
    const { status, headers } = await list('handling=strict', {});
    expect(status).to.equal(200);
    expect(headers['preference-applied']).to.equal('handling=strict');
  });

  it('is needed: other preferences ignore unknown parameters', async () => {
    for (const prefer of ['handling=lenient', 'return=minimal', 'handling=stricter', 'xhandling=strict']) {
      const { status, headers } = await list(prefer, { something: 'x' });
      expect(status, prefer).to.equal(200);
      expect(headers['preference-applied'], prefer).to.equal(undefined);
    }
  });

  it('lists no more than fifty', async () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`unknown${index}`, 'x']));
    const { status, body } = await list('handling=strict', many);
    expect(status).to.equal(422);
    expect(body.message).to.have.length(50);
  });
});

onEachDatabase('a slug where an id is needed', (world) => {
  it('is recognized, and the id named', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin: as, project, red, ids } = setting;
    const cases = [
      [await world().call('getProject', { as, params: { projectId: project.slug } }), 'project', project],
      [
        await world().call('listSecrets', { as, query: { projectId: project.slug, environment: 'dev' } }),
        'project',
        project,
      ],
      [await world().call('getTag', { as, params: { projectId: project.id, tagId: red.slug } }), 'tag', red],
      ...(await Promise.all(
        (['getEnvironment', 'updateEnvironment', 'deleteEnvironment'] as const).map(
          async (id) =>
            [
              await world().call(id, {
                as,
                params: { projectId: project.id, id: 'dev' },
                ...(id === 'updateEnvironment' && { body: { name: 'Dev' } }),
              }),
              'environment',
              { slug: 'dev', id: ids.dev! },
            ] as const,
        ),
      )),
    ] as const;
    for (const [response, what, { slug, id }] of cases)
      expectError(
        response,
        404,
        'NotFound',
        new RegExp(`^There is no ${what} with the id '${slug}'\\. That is its slug; its id is ${id}\\.$`),
      );
  });

  it('names the id of a custom role', async () => {
    const { admin: as, project } = await newProjectWithSecrets(world());
    const params = { projectId: project.id };
    const { body } = await world().call('createProjectRole', {
      as,
      params,
      body: { slug: 'releaser', name: 'Releaser', permissions: [] },
    });
    const response = await world().call('deleteProjectRole', { as, params: { ...params, projectRoleId: 'releaser' } });
    expectError(response, 404, 'NotFound', new RegExp(`its id is ${body.role.id}\\.$`));
  });

  it('does not name it to others: not in the project, in another organization, or for a service token', async () => {
    const { organization, admin } = await newProjectWithSecrets(world());
    const other = await newProject(world(), organization);
    const elsewhere = await newProject(world(), await world().newOrganization());
    for (const { slug } of [other, elsewhere]) {
      const response = await world().call('getProject', { as: admin, params: { projectId: slug } });
      expectError(response, 404, 'NotFound', /^Project not found\.$/);
    }
  });

  it('does not name a tag to those who may not read tags', async () => {
    const setting = await newProjectWithSecrets(world());
    const as = await newProjectIdentity(world(), setting, [{ subject: 'tags', action: 'delete' }]);
    const params = { projectId: setting.project.id, tagId: setting.red.slug };
    expectError(await world().call('deleteTag', { as, params }), 404, 'NotFound', /^Tag not found in this project\.$/);
  });
});

onEitherDatabase('what Infisical has and this server does not', (world) => {
  it('is a 404 that says so', async () => {
    const paths = Object.values(operations).map(({ path }) => path);
    const missing = new MissingFeatures(paths);
    const asked = '/api/v1/scim/Users';
    const feature = missing.find(asked);
    expect(feature).to.equal('SCIM');
    expectError(
      await world().send('GET', asked),
      404,
      'NotFound',
      /^There is no operation GET \/api\/v1\/scim\/Users\. Infisical has it for SCIM, which Sallyport does not offer\.$/,
    );
  });

  it('is never said of what the contract has', () => {
    const paths = Object.values(operations).map(({ path }) => path);
    const missing = new MissingFeatures(paths);
    for (const path of paths) expect(missing.find(path), path).to.equal(undefined);
    expect(new MissingFeatures(['/api/v1/scim/users']).find('/api/v1/scim/Groups')).to.equal(undefined);
    expect(new NearestRoute([]).find('GET', '/api/v1/scim')).to.equal(undefined);
  });
});
