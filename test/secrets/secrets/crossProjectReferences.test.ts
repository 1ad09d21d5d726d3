import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret, rule, secretCall } from '../../support/fixtures/project-secrets.ts';
import {
  getCall,
  importsIn,
  listCall,
  secretsIn,
  newImport,
  newSecrets,
  valueOf,
} from '../../support/fixtures/secret-reads.ts';
import { newToken } from '../../support/fixtures/service-tokens.ts';
import { isUnchanged, newTwoProjects, readRule } from '../../support/fixtures/two-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const generations: readonly { list: OperationId; get: OperationId }[] = [
  { list: 'listSecrets', get: 'getSecret' },
  { list: 'listRawSecrets', get: 'getRawSecret' },
];

/** The older version expands references only on request. */
const expanded = { expandSecretReferences: 'true' };

onEachDatabase('references to other projects', (world) => {
  for (const generation of generations) {
    const list: ReturnType<typeof listCall> = (setting, query, ...more) =>
      listCall(world, generation.list)(setting, { ...expanded, ...query }, ...more);
    const get: ReturnType<typeof getCall> = (setting, name, query, ...more) =>
      getCall(world, generation.get)(setting, name, { ...expanded, ...query }, ...more);

    it(`of ${generation.list} and ${generation.get} are expanded for callers who may read the target`, async () => {
      const { here, there, elsewhere, newReader } = await newTwoProjects(world());
      await newSecrets(world(), there, {
        'dev:/:ROOT': 'r',
        'dev:/app:KEY': 'k',
        'prod:/:LIVE': 'l',
        'dev:/:EMPTY': '',
      });
      await newSecrets(world(), here, {
        'dev:/:A': `${elsewhere('dev.ROOT')}-${elsewhere('dev.app.KEY')}-${elsewhere('prod.LIVE')}-${elsewhere('dev.EMPTY')}-${elsewhere('dev.ROOT')}`,
        'dev:/:B': '<${A}>',
      });
      const reader = await newReader([readRule()]);
      expect(secretsIn(await list(here, {}, reader))).to.equal('A=r-k-l--r B=<r-k-l--r>');
      expect(valueOf(await get(here, 'A', {}, reader))).to.equal('r-k-l--r');
      expect(valueOf(await get(here, 'A', { expandSecretReferences: 'false' }, reader))).to.contain(
        elsewhere('dev.ROOT'),
      );
    });

    it(`of ${generation.list} and ${generation.get} stay unchanged for other callers, and for unknown targets`, async () => {
      const { here, there, elsewhere, newReader } = await newTwoProjects(world());
      const foreign = await newProjectWithSecrets(world());
      await newSecrets(world(), foreign, { 'dev:/:KEY': 'foreign' });
      await newSecrets(world(), there, { 'dev:/:KEY': 'secret', 'dev:/app:KEY': 'secret', 'dev:/:OTHER': 'other' });
      const missing = [
        elsewhere('dev.NONE'),
        elsewhere('dev.none.KEY'),
        elsewhere('none.KEY'),
        '${@no-such-project.dev.KEY}',
        `\${@${foreign.project.slug}.dev.KEY}`,
      ];
      const value = [elsewhere('dev.KEY'), elsewhere('dev.app.KEY'), ...missing].join(' ');
      await newSecrets(world(), here, { 'dev:/:A': value });

      const roles = [
        undefined,
        'no-access',
        [rule('describeSecret')],
        [rule('readValue')],
        [readRule({ secretName: 'OTHER' })],
        [readRule({ environment: 'prod' })],
        [readRule({ secretTags: { $in: ['red'] } })],
      ];
      for (const role of roles) {
        const reader = await newReader(role);
        expect(secretsIn(await list(here, {}, reader)), JSON.stringify(role)).to.equal(`A=${value}`);
        expect(valueOf(await get(here, 'A', {}, reader))).to.equal(value);
      }
      const some = await newReader([readRule({ secretPath: '/app' })]);
      expect(valueOf(await get(here, 'A', {}, some))).to.equal(value.replace(elsewhere('dev.app.KEY'), 'secret'));
    });

    it(`of ${generation.list} and ${generation.get} have the same ETag if the target may not be read or does not exist`, async () => {
      const { here, there, elsewhere, newReader } = await newTwoProjects(world());
      await newSecrets(world(), here, { 'dev:/:A': `${elsewhere('dev.KEY')} ${elsewhere('dev.app.KEY')}` });
      const reader = await newReader([readRule({ environment: 'prod' })]);
      const requests = [
        (headers = {}) => list(here, {}, reader, headers),
        (headers = {}) => get(here, 'A', {}, reader, headers),
      ];
      const before = await Promise.all(requests.map((send) => send()));
      await newSecrets(world(), there, { 'dev:/:KEY': 'secret', 'dev:/app:KEY': 'secret' });
      for (const [index, send] of requests.entries()) expect(await isUnchanged(before[index]!, send)).to.equal(true);
    });

    it(`of ${generation.list} and ${generation.get} change the ETag with the target and with the permissions of the reader there`, async () => {
      const { here, there, elsewhere, newReader, removeReader } = await newTwoProjects(world());
      await newSecrets(world(), there, { 'dev:/:KEY': 'first' });
      await newSecrets(world(), here, { 'dev:/:A': elsewhere('dev.KEY') });
      const reader = await newReader([readRule()]);
      const requests = [
        (headers = {}) => list(here, {}, reader, headers),
        (headers = {}) => get(here, 'A', {}, reader, headers),
      ];
      for (const send of requests) {
        // Repeated, because responses to repeated requests may be cached.
        const first = await send();
        for (let round = 0; round < 3; round += 1) expect(await isUnchanged(first, send)).to.equal(true);
      }
      const before = await Promise.all(requests.map((send) => send()));
      await secretCall(world, 'updateSecret')(there, 'KEY', { secretValue: 'second' });
      const changed = [];
      for (const [index, send] of requests.entries()) {
        expect(await isUnchanged(before[index]!, send)).to.equal(false);
        changed.push(await send());
        expect(JSON.stringify(changed.at(-1)!.body)).to.contain('second');
      }
      await removeReader(reader);
      for (const [index, send] of requests.entries()) {
        expect(await isUnchanged(changed[index]!, send)).to.equal(false);
        expect(JSON.stringify((await send()).body)).not.to.contain('second');
      }
    });

    it(`of ${generation.list} are no longer expanded when a temporary role in the target project ends`, async () => {
      const { here, there, elsewhere, newReader } = await newTwoProjects(world());
      await newSecrets(world(), there, { 'dev:/:KEY': 'there' });
      await newSecrets(world(), here, { 'dev:/:A': elsewhere('dev.KEY') });
      const reader = await newReader([readRule()]);
      const temporary = {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '60s',
        temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
        temporaryAccessEndTime: '2030-01-01T00:01:00.000Z',
      };
      await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
        await db('project_membership_roles').where({ projectMembershipId: reader.membership!.id }).update(temporary);
        await db('project_revisions').where({ projectId: there.project.id }).increment('accessRevision', 1);
      });
      const send = (headers = {}) => list(here, {}, reader, headers);
      const before = await send();
      expect(secretsIn(before)).to.equal('A=there');
      for (let round = 0; round < 3; round += 1) expect(await isUnchanged(before, send)).to.equal(true);
      expect(secretsIn(await send())).to.equal('A=there');
      expect(await world().clock.later(60, () => isUnchanged(before, send))).to.equal(false);
      expect(await world().clock.later(60, async () => secretsIn(await send()))).to.equal(`A=${elsewhere('dev.KEY')}`);
    });
  }

  const list = listCall(world);
  const get = getCall(world);

  it('follow references to the same folder of the target, and no others', async () => {
    const { here, there, elsewhere, newReader } = await newTwoProjects(world());
    await newSecrets(world(), there, {
      'dev:/:USER': 'u',
      'dev:/:URL': '${USER}@${HIDDEN}@${dev.USER}@${app}@${NONE}',
      'dev:/:HIDDEN': 'h',
      'dev:/app:app': 'imported',
      'dev:/:LOOP': '${LOOP}',
    });
    await newImport(world(), there, 'dev:/', 'dev:/app');
    await newSecrets(world(), here, {
      'dev:/:A': elsewhere('dev.URL'),
      'dev:/:LOOPS': elsewhere('dev.LOOP'),
      'dev:/:USER': 'mine',
      'dev:/:NONE': 'mine',
      'dev:/:app': 'mine',
    });
    const reader = await newReader([readRule({ secretName: { $ne: 'HIDDEN' } })]);
    for (const operation of ['getSecret', 'getRawSecret'] as const) {
      expect(valueOf(await getCall(world, operation)(here, 'A', expanded, reader))).to.equal(
        'u@${HIDDEN}@${dev.USER}@${app}@${NONE}',
      );
      expect(valueOf(await getCall(world, operation)(here, 'LOOPS', expanded, reader))).to.equal('${LOOP}');
    }
  });

  it('never use personal secrets or imports of the target project', async () => {
    const { here, there, elsewhere, newReader } = await newTwoProjects(world());
    const reader = await newReader('admin');
    await newSecrets(world(), there, { 'dev:/:KEY': 'shared', 'dev:/app:BELOW': 'below' });
    await newSecret(world(), there, 'KEY', { type: 'personal', secretValue: 'personal' }, reader);
    await newImport(world(), there, 'dev:/', 'dev:/app');
    await newSecrets(world(), here, { 'dev:/:A': elsewhere('dev.KEY'), 'dev:/:B': elsewhere('dev.BELOW') });
    expect(secretsIn(await list(here, {}, reader))).to.equal(`A=shared B=${elsewhere('dev.BELOW')}`);
  });

  it('stay unchanged for service tokens, which are limited to one project', async () => {
    const { here, there, elsewhere, newReader } = await newTwoProjects(world());
    await newSecrets(world(), there, { 'dev:/:KEY': 'secret' });
    await newSecrets(world(), here, { 'dev:/:A': elsewhere('dev.KEY') });
    const token = await newToken(world(), here, {
      scopes: [{ environment: 'dev', secretPath: '/**' }],
      permissions: ['read', 'write'],
    });
    const reader = await newReader([readRule()]);
    const get = getCall(world, 'getSecret');
    expect(valueOf(await get(here, 'A', {}, reader))).to.equal('secret');
    expect(valueOf(await get(here, 'A', {}, token))).to.equal(elsewhere('dev.KEY'));
    expect(
      (await secretCall(world, 'createSecret')(here, 'B', { secretValue: elsewhere('dev.KEY') }, token)).status,
    ).to.equal(200);
    expect(valueOf(await get(here, 'B', {}, token))).to.equal(elsewhere('dev.KEY'));
    expect(valueOf(await get(here, 'B', {}, reader))).to.equal('secret');
  });

  it('may name their own project', async () => {
    const { here } = await newTwoProjects(world());
    await newSecrets(world(), here, { 'dev:/app:KEY': 'k', 'dev:/:A': `\${@${here.project.slug}.dev.app.KEY}` });
    expect(valueOf(await get(here, 'A'))).to.equal('k');
  });

  it('are also expanded in imported secrets', async () => {
    const { here, there, elsewhere, newReader } = await newTwoProjects(world());
    await newSecrets(world(), there, { 'dev:/:KEY': 'k' });
    await newSecrets(world(), here, { 'dev:/app:A': elsewhere('dev.KEY') });
    await newImport(world(), here, 'dev:/', 'dev:/app');
    const reader = await newReader([readRule()]);
    expect(importsIn(await list(here, {}, reader))).to.equal('dev:/app[A=k]');
    expect(
      importsIn(await listCall(world, 'listRawSecrets')(here, { include_imports: 'true', ...expanded }, reader)),
    ).to.equal('dev:/app[A=k]');
  });

  it('lose their target with its environment, folder, slug or project', async () => {
    const ends: Readonly<
      Record<string, (there: Awaited<ReturnType<typeof newTwoProjects>>['there']) => Promise<{ status: number }>>
    > = {
      environment: ({ admin: as, project, ids }) =>
        world().call('deleteEnvironment', { as, params: { projectId: project.id, id: ids.dev! } }),
      folder: ({ admin: as, project }) =>
        world().call('deleteFolder', {
          as,
          params: { folderId: 'app' },
          body: { projectId: project.id, environment: 'dev', forceDelete: true },
        }),
      slug: ({ admin: as, project }) =>
        world().call('updateProject', { as, params: { projectId: project.id }, body: { slug: 'another-slug' } }),
      project: ({ admin: as, project }) => world().call('deleteProject', { as, params: { projectId: project.id } }),
    };
    for (const [what, end] of Object.entries(ends)) {
      const { here, there, elsewhere, newReader } = await newTwoProjects(world());
      await newSecrets(world(), there, { 'dev:/app:KEY': 'k' });
      await newSecrets(world(), here, { 'dev:/:A': elsewhere('dev.app.KEY') });
      const reader = await newReader('admin');
      const before = await get(here, 'A', {}, reader);
      expect(valueOf(before)).to.equal('k');
      expect((await end(there)).status, what).to.equal(200);
      expect(await isUnchanged(before, (headers) => get(here, 'A', {}, reader, headers)), what).to.equal(false);
      expect(valueOf(await get(here, 'A', {}, reader)), what).to.equal(elsewhere('dev.app.KEY'));
    }
  });

  it('are recorded in the audit log of the target project only if a secret was read', async () => {
    const { here, there, elsewhere, newReader } = await newTwoProjects(world());
    await newSecrets(world(), there, { 'dev:/app:ONE': '1', 'dev:/app:TWO': '2' });
    await newSecrets(world(), here, {
      'dev:/:A': `${elsewhere('dev.app.ONE')} ${elsewhere('dev.app.TWO')} ${elsewhere('dev.NONE')}`,
      'dev:/:B': elsewhere('dev.app.ONE'),
    });
    const [reader, outsider] = [await newReader([readRule()]), await newReader()];
    await list(here, {}, reader);
    await list(here, {}, outsider);
    const entries = [
      ...(await entriesWhere(world(), { projectId: there.project.id, actorId: reader.id })),
      ...(await entriesWhere(world(), { projectId: there.project.id, actorId: outsider.id })),
    ];
    expect(
      entries.map(({ actorId, eventType, eventMetadata }) => ({ actorId, eventType, eventMetadata })),
    ).to.deep.equal([
      {
        actorId: reader.id,
        eventType: 'get-secrets',
        eventMetadata: { environment: 'dev', secretPath: '/app', numberOfSecrets: 2 },
      },
    ]);
  });

  it('count towards the limits per value and per response', async () => {
    const { here, elsewhere } = await newTwoProjects(world());
    const create = secretCall(world, 'createSecret');
    const many = (count: number): string =>
      Array.from({ length: count }, (_, index) => elsewhere(`dev.K${index}`)).join('');
    expectIssues(await create(here, 'A', { secretValue: many(501) }), 'body secretValue too_big');
    expect((await create(here, 'A', { secretValue: many(500) })).status).to.equal(200);
    const projects = (count: number): string =>
      Array.from({ length: count }, (_, index) => `\${@project-${index}.dev.K}`).join('');
    await newSecrets(world(), here, { 'dev:/app:ENOUGH': projects(100) });
    expect(secretsIn(await list(here, { secretPath: '/app' }))).to.equal(`ENOUGH=${projects(100)}`);
    await newSecrets(world(), here, { 'dev:/app:MORE': '${@project-100.dev.K}' });
    expectError(await list(here, { secretPath: '/app' }), 400, 'BadRequest', /more than 100 other projects/);
    expect((await list(here, { secretPath: '/app', expandSecretReferences: 'false' })).status).to.equal(200);
  });
});
