import { expect } from 'chai';
import type { Response } from 'supertest';
import { entriesOf } from '../../support/expect/audit.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import {
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { deleteEnvironment, restoreEnvironment } from '../../support/fixtures/secret-imports.ts';
import { getCall, listCall, newReader } from '../../support/fixtures/secret-reads.ts';
import { newTwoProjects } from '../../support/fixtures/two-projects.ts';
import { execute } from '../../support/world/sql.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

/**
 * The first request is remembered, and the response of the second one is cached: the third request is the first that
 * uses the cache.
 */
const times = 4;

onEachDatabase('cached responses of secrets', (world, kind) => {
  const get = getCall(world);
  const list = listCall(world);
  const update = secretCall(world, 'updateSecret');

  const setUp = async (): Promise<TestSecrets> => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'A', { secretValue: 'ä first' });
    return setting;
  };

  const repeatRequest = async (send: () => Promise<Response>): Promise<Response[]> => {
    const answers: Response[] = [];
    for (let time = 0; time < times; time += 1) answers.push(await send());
    return answers;
  };

  /** Expects equal responses including headers, except those that identify the request. */
  const theAnswer = ([first, ...others]: readonly Response[]): Response => {
    const facts = ({ status, text, headers: { etag, 'content-type': type, 'content-length': length } }: Response) => ({
      status,
      text,
      etag,
      type,
      length,
    });
    for (const other of others) expect(facts(other)).to.deep.equal(facts(first!));
    return first!;
  };

  it('are the same for repeated requests, and change as soon as the data changes', async () => {
    const setting = await setUp();
    const requests = [
      () => get(setting, 'A'),
      () => list(setting),
      () => get(setting, 'A', { expandSecretReferences: 'false' }),
      () => list(setting, { viewSecretValue: 'false' }),
    ];
    const before = [];
    for (const send of requests) before.push(theAnswer(await repeatRequest(send)));
    expect(before[0]!.body.secret).to.include({ secretKey: 'A', secretValue: 'ä first' });
    expect(before[1]!.body.secrets).to.deep.equal([before[0]!.body.secret]);
    await update(setting, 'A', { secretValue: 'second' });
    const after = [];
    for (const send of requests) after.push(theAnswer(await repeatRequest(send)));
    expect(after.map(({ body }) => (body.secret ?? body.secrets[0]).secretValue as string)).to.deep.equal([
      'second',
      'second',
      'second',
      '<hidden-by-infisical>',
    ]);
    for (const [index, { headers }] of after.entries()) expect(headers.etag).not.to.equal(before[index]!.headers.etag);
  });

  /** Changes the value directly in the database, so that the revision of the project does not change and caches stay valid. */
  const damage = ({ project }: TestSecrets) =>
    world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('secret_versions').where({ projectId: project.id }).update({ sealedValue: 's1.broken.AAAA' }),
    );

  it('are not read from the database again while the project does not change', async () => {
    const [setting, other] = [await setUp(), await setUp()];
    const cached = theAnswer(await repeatRequest(() => list(setting)));
    await damage(setting);
    await newSecret(world(), other, 'B');
    expect((await list(setting)).text).to.equal(cached.text);
    await newSecret(world(), setting, 'B');
    expect((await list(setting)).status).to.equal(500);
  });

  it('are read again when a deleted environment of an imported project is restored', async () => {
    const { here, there, newReader: newReaderOf } = await newTwoProjects(world());
    const as = await newReaderOf('admin');
    await newSecret(world(), there, 'THERE');
    const source = { sourceProjectId: there.project.id, environment: 'dev', path: '/' };
    const body = { projectId: here.project.id, environment: 'dev', path: '/', import: source };
    expect((await world().call('createSecretImport', { as, body })).status).to.equal(200);
    const imported = async () =>
      (await repeatRequest(() => list(here, { includeImports: 'true' }, as))).map(
        ({ body: { imports } }) => imports.length,
      );
    expect(await imported()).to.deep.equal(Array(times).fill(1));
    await deleteEnvironment(world(), there, 'dev');
    expect(await imported()).to.deep.equal(Array(times).fill(0));
    await restoreEnvironment(world(), there, 'dev');
    expect(await imported()).to.deep.equal(Array(times).fill(1));
  });

  it('are recorded in the audit log every time that a value is shown', async () => {
    const setting = await setUp();
    const entries = async (answers: readonly Response[]) =>
      (await Promise.all(answers.map((answer) => entriesOf(world(), answer)))).map(([entry, ...more]) => [
        entry?.eventType,
        entry?.eventMetadata,
        more.length,
      ]);
    const at = { environment: 'dev', secretPath: '/' };
    const { id } = (await get(setting, 'A')).body.secret;
    const one = ['get-secret', { ...at, secretId: id as string, secretKey: 'A', secretVersion: 1 }, 0];
    expect(await entries(await repeatRequest(() => get(setting, 'A')))).to.deep.equal(Array(times).fill(one));
    expect(await entries(await repeatRequest(() => list(setting)))).to.deep.equal(
      Array(times).fill(['get-secrets', { ...at, numberOfSecrets: 1 }, 0]),
    );
    expect(await entries(await repeatRequest(() => list(setting, { viewSecretValue: 'false' })))).to.deep.equal(
      Array(times).fill([undefined, undefined, 0]),
    );
  });

  it('are shown only to callers who may see them, and only as long as they may', async () => {
    const setting = await setUp();
    const reader = await newReader(world(), setting, rule('describeSecret'));
    const group = await newGroupOf(world(), setting.organization, reader);
    const temporary = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '60s',
      temporaryAccessStartTime: '2030-01-01T00:01:00.000Z',
      temporaryAccessEndTime: '2030-01-01T00:02:00.000Z',
    };
    await addToProject(world(), setting.project, group, [rule('readValue')], temporary);
    theAnswer(await repeatRequest(() => list(setting)));
    const send = () => list(setting, {}, reader);
    const statuses = async (seconds: number) =>
      (await world().clock.later(seconds, () => repeatRequest(send))).map(({ status }) => status);
    expect(await statuses(59)).to.deep.equal(Array(times).fill(403));
    expect(await statuses(60)).to.deep.equal(Array(times).fill(200));
    expect(await statuses(120)).to.deep.equal(Array(times).fill(403));
  });

  it('change when another server changes the same database', async () => {
    const storage = await newStorage(kind);
    const own = await ownWorld(storage);
    const setting = await newProjectWithSecrets(own);
    await newSecret(own, setting, 'A');
    const send = () => listCall(() => own)(setting);
    const before = theAnswer(await repeatRequest(send));
    await execute(storage, `update "secrets" set "updatedAt" = '2030-01-01T00:00:00.001Z'`);
    await execute(storage, 'update "project_revisions" set "dataRevision" = "dataRevision" + 1');
    const after = theAnswer(await repeatRequest(send));
    expect([before, after].map(({ body }) => body.secrets[0].updatedAt as string)).to.deep.equal([
      '2030-01-01T00:00:00.000Z',
      '2030-01-01T00:00:00.001Z',
    ]);
  });
});
