import { expect } from 'chai';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { Canaries, everyFile, everyRow, formsOf } from '../../support/expect/canaries.ts';
import { operationOf, type Schema } from '../../support/expect/contract.ts';
import { waitForRotation, startRotation } from '../../support/fixtures/key-rotation.ts';
import {
  batchCall,
  newProjectWithSecrets,
  rule,
  secretCall,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { requestFor } from '../../support/expect/requests.ts';
import { fieldsWhere, hasListsOf, withValueAt, secretFields } from '../../support/expect/secrets.ts';
import { execute } from '../../support/world/sql.ts';
import { createTestObjects } from '../../support/fixtures/test-objects.ts';
import {
  databaseKinds,
  newStorage,
  ownWorld,
  type CallOptions,
  type Environment,
  type World,
} from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const schemaOf = (id: OperationId): Schema | undefined =>
  operationOf(id).requestBody?.content['application/json']?.schema as Schema | undefined;

/** All operations that accept values or comments of secrets, in every API version. */
const secretOperations = (Object.keys(operations) as OperationId[]).filter((id) =>
  secretFields(schemaOf(id)).some((path) => ['secretValue', 'secretComment'].includes(path.at(-1)!)),
);

for (const kind of databaseKinds) {
  describe(`values and comments of secrets [${kind}]`, () => {
    let storage: Environment;
    let world: World;
    let setting: TestSecrets;
    /** Values that must not appear anywhere. */
    const secret = new Canaries();
    /** Values that are stored unencrypted, in every encoding, to prove that the search finds them. */
    const open = new Canaries();
    const refusals: string[] = [];

    before(async () => {
      storage = await newStorage(kind);
      world = await ownWorld(storage);
      setting = await newProjectWithSecrets(world, ['/app', '/other']);
      await world.makeInstanceAdmin(setting.admin);
    });

    const call = async (id: OperationId, options: CallOptions) => {
      const answer = await world.call(id, { as: setting.admin, ...options });
      if (answer.status >= 400) refusals.push(JSON.stringify(answer.body));
      return answer;
    };

    /** Expects the canary in the response of a read, which proves that it was stored. */
    const expectReadable = async (canary: string, id: OperationId, options: CallOptions): Promise<void> => {
      const { status, body } = await call(id, options);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(JSON.stringify(body), id).to.contain(JSON.stringify(canary).slice(1, -1));
    };

    const refused = async (status: number, id: OperationId, options: CallOptions): Promise<void> => {
      const answer = await call(id, options);
      expect(answer.status, `${id}: ${JSON.stringify(answer.body)}`).to.equal(status);
    };

    const content = (purpose: string) => ({
      secretValue: secret.plant(`value, ${purpose}`),
      secretComment: secret.plant(`comment, ${purpose}`),
      secretMetadata: [{ key: 'hidden', value: secret.plant(`metadata, ${purpose}`), isEncrypted: true }],
    });

    const here = () => ({ projectId: setting.project.id, environment: 'dev' });
    const changed = (answer: { status: number; body: any }): any => {
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body.secret ?? answer.body.secrets;
    };
    const create = secretCall(() => world, 'createSecret');
    const change = secretCall(() => world, 'updateSecret');

    const outputs = async (): Promise<Record<string, string>> => ({
      log: world.logged(),
      refusals: refusals.join('\n'),
      'audit log': JSON.stringify(await entriesWhere(world, {})),
    });
    const stored = async (): Promise<Record<string, string>> => ({
      rows: await everyRow(storage),
      ...(kind === 'sqlite' && everyFile(storage)),
    });

    const expectNoneIn = (locations: Record<string, string>): void => {
      for (const [location, text] of Object.entries(locations))
        expect(secret.foundIn(text), location).to.deep.equal([]);
    };

    it('are found by the search if they are stored unencrypted, in every encoding', async () => {
      const control = open.plant('description');
      const forms = formsOf(control);
      for (const [index, description] of forms.entries())
        changed(await call('createFolder', { body: { ...here(), name: `form-${index}`, description } }));
      const name = open.plant('name');
      changed(await create(setting, name, content('of a secret with a name that is found')));
      await refused(404, 'createSecret', {
        params: { secretName: 'KEY' },
        body: { ...here(), secretPath: '/nowhere-at-all', ...content('in no folder') },
      });

      const rows = await everyRow(storage);
      expect(open.foundIn(rows)).to.have.length(2);
      for (const form of forms) expect(rows, form).to.contain(form);
      expect(open.foundIn(JSON.stringify(await entriesWhere(world, {})))).to.deep.equal(['name (1)']);
      expect(refusals.join('\n')).to.contain('/nowhere-at-all');
      expect(world.logged()).to.contain(setting.admin.id).and.to.contain('"operation":"createSecret"');
      if (kind === 'sqlite') expect(open.foundIn(everyFile(storage)['sallyport.db-wal']!)).to.have.length(2);
    });

    it('are used in every operation on secrets', async () => {
      const created = content('created');
      const { id } = changed(await create(setting, 'KEY', created));
      const updated = content('updated');
      changed(await change(setting, 'KEY', updated));
      changed(await create(setting, 'KEY', { type: 'personal', ...content('personal') }));
      changed(await change(setting, 'KEY', { type: 'personal', ...content('personal, updated') }));
      const many = [1, 2].map((number) => ({ secretKey: `MANY_${number}`, ...content('in a batch') }));
      const [{ id: moving }, { id: copying }] = changed(
        await batchCall(() => world, 'createSecrets')(setting, { secrets: many }),
      );
      const items = ['MANY_1', 'MANY_3'].map((secretKey) => ({ secretKey, ...content('in a batch, upserted') }));
      changed(await batchCall(() => world, 'updateSecrets')(setting, { mode: 'upsert', secrets: items }));
      const update = [{ secretKey: 'MANY_2', ...content('in a commit') }];
      changed(await call('commitBatch', { body: { ...here(), changes: { secrets: { update }, folders: {} } } }));
      const locations = {
        projectId: setting.project.id,
        sourceEnvironment: 'dev',
        destinationEnvironment: 'dev',
        destinationSecretPath: '/app',
      };
      const attributesToCopy = { value: true, comment: true, metadata: true };
      changed(await call('duplicateSecrets', { body: { ...locations, secretIds: [copying], attributesToCopy } }));
      changed(
        await call('moveSecrets', { body: { ...locations, secretIds: [moving, copying], shouldOverwrite: true } }),
      );
      const [first] = await versionsOf(world, id);
      changed(await call('restoreSecretVersion', { params: { secretId: id, version: '1' } }));
      changed(await create(setting, 'REFERRING', { secretValue: 'to ${KEY} and ${dev.app.MANY_1}' }));

      const query = { ...here(), recursive: 'true' };
      await expectReadable(created.secretValue, 'getSecret', { params: { secretName: 'REFERRING' }, query: here() });
      for (const operation of ['listSecrets', 'listRawSecrets'] as const) {
        const named =
          operation === 'listRawSecrets'
            ? { workspaceId: setting.project.id, environment: 'dev', recursive: 'true' }
            : query;
        for (const fields of [
          created.secretValue,
          created.secretComment,
          created.secretMetadata[0]!.value,
          items[0]!.secretValue,
        ])
          await expectReadable(fields, operation, { query: named });
      }
      await expectReadable(updated.secretValue, 'listSecretVersions', { params: { secretId: id } });
      await expectReadable(updated.secretValue, 'getSecretVersionValue', { params: { secretId: id, version: '2' } });
      changed(await call('redactSecretVersion', { params: { versionId: first!.id } }));
      await refused(400, 'restoreSecretVersion', { params: { secretId: id, version: '1' } });
    });

    for (const id of secretOperations) {
      it(`are used in ${id}`, async () => {
        const things = await createTestObjects(world);
        const request = requestFor(id, things);
        let body = request.body as Schema;
        const isSent = (path: string[]) => hasListsOf(body, path);
        for (const path of secretFields(schemaOf(id)).filter(isSent))
          body = withValueAt(body, path, secret.plant(`${id} ${path.join('.')}`));
        for (const path of fieldsWhere(schemaOf(id), (_, name) => name === 'secretMetadata').filter(isSent))
          body = withValueAt(body, path, [{ key: 'hidden', value: secret.plant(`${id} metadata`), isEncrypted: true }]);
        const { status, body: answer } = await world.call(id, { as: things.admin, ...request, body });
        expect(status, JSON.stringify(answer)).to.equal(200);
      });
    }

    it('are used in every refused request', async () => {
      const params = { secretName: 'KEY' };
      const reader = await newProjectIdentity(world, setting, 'viewer');
      const withoutRead = await newProjectIdentity(world, setting, [
        rule(['describeSecret', 'readValue'], { secretName: 'REFERRING' }),
      ]);
      const json = { 'Content-Type': 'application/json' };
      const unknown = world.server.parts.ids.uuid();

      const things = await createTestObjects(world);
      for (const id of secretOperations) {
        await refused(400, id, {
          params,
          headers: json,
          body: `{"secretValue": "${secret.plant('broken off').replace('"', '')}`,
        });
        await refused(400, id, { params, headers: json, body: `{"secretValue": ${secret.plant('without quotes')}}` });
        await refused(415, id, { params, headers: { 'Content-Type': 'text/plain' }, body: secret.plant('as text') });
        const example = requestFor(id, things).body as Schema;
        for (const path of secretFields(schemaOf(id))) {
          for (const wrong of [
            [secret.plant('in a list')],
            { [secret.plant('as a name')]: secret.plant('in an object') },
            `${secret.plant('with a NUL')}\0`,
            `${secret.plant('with half a character')}\ud800`,
          ]) {
            await refused(422, id, { params, body: withValueAt(example, path, wrong) });
          }
        }
        for (const name of ['type', 'skipMultilineEncoding', 'secretReminderRepeatDays', 'secretMetadata', 'tagIds']) {
          for (const path of fieldsWhere(schemaOf(id), (_, field) => field === name))
            await refused(422, id, { params, body: withValueAt(example, path, secret.plant(`as ${name}`)) });
        }
      }

      const wrongs: [number, object][] = [
        [422, { secretValue: 'x', secretComment: secret.plant('too long').repeat(1000) }],
        [
          422,
          {
            secretValue: 'x',
            secretMetadata: [{ key: 'hidden', value: secret.plant('too long').repeat(30), isEncrypted: true }],
          },
        ],
        [413, { secretValue: secret.plant('too long').repeat(30_000) }],
        [
          422,
          {
            ...content('with 501 references'),
            secretValue: `${secret.plant('501 references')}${Array.from({ length: 501 }, (_, index) => `\${R${index}}`).join('')}`,
          },
        ],
        [400, content('a second time')],
        [404, { ...content('with an unknown tag'), tagIds: [unknown] }],
        [404, { ...content('in no environment'), environment: 'nowhere' }],
        [404, { ...content('in no project'), projectId: unknown }],
      ];
      for (const [status, body] of wrongs)
        await refused(status, 'createSecret', { params: { secretName: 'MANY_3' }, body: { ...here(), ...body } });
      await refused(403, 'createSecret', { as: reader, params, body: { ...here(), ...content('by a reader') } });
      await refused(403, 'updateSecret', { as: reader, params, body: { ...here(), ...content('by a reader') } });
      await refused(401, 'createSecret', {
        as: { token: 'nobody' },
        params,
        body: { ...here(), ...content('by nobody') },
      });
      await refused(400, 'createSecret', {
        params: { secretName: 'NOT_SHARED' },
        body: { ...here(), type: 'personal', ...content('personal, for nothing') },
      });
      await refused(404, 'updateSecret', {
        params: { secretName: 'MISSING' },
        body: { ...here(), ...content('missing') },
      });
      await refused(422, 'createSecrets', {
        body: { ...here(), secrets: [1, 2].map(() => ({ secretKey: 'TWICE', ...content('twice') })) },
      });
      await refused(400, 'createSecrets', {
        body: { ...here(), secrets: ['FREE', 'MANY_3'].map((secretKey) => ({ secretKey, ...content('taken') })) },
      });
      await refused(404, 'updateSecrets', {
        body: {
          ...here(),
          secrets: ['KEY', 'MISSING'].map((secretKey) => ({ secretKey, ...content('missing, in a batch') })),
        },
      });
      await refused(403, 'getSecret', { as: withoutRead, params: { secretName: 'REFERRING' }, query: here() });

      const long = { secretValue: secret.plant('long').repeat(20_000) };
      changed(await create(setting, 'LONG', { ...long, secretPath: '/other' }));
      changed(await create(setting, 'TOO_LONG', { secretValue: '${LONG}'.repeat(11), secretPath: '/other' }));
      await refused(400, 'listSecrets', { query: { ...here(), secretPath: '/other' } });
    });

    it('do not appear in the database, the log, errors or the audit log', async () => {
      expect(secret.count).to.be.above(150);
      expect(refusals.length).to.be.above(60);
      expectNoneIn({ ...(await outputs()), ...(await stored()) });
    });

    it('do not appear after key rotation and after VACUUM of SQLite', async () => {
      await startRotation(world, setting.admin);
      expect(await waitForRotation(world, setting.admin)).to.include({ status: 'idle', error: null });
      expectNoneIn(await stored());
      if (kind === 'sqlite') {
        await execute(storage, 'pragma wal_checkpoint(TRUNCATE)');
        expect(open.foundIn(everyFile(storage)['sallyport.db']!)).to.have.length(2);
        expectNoneIn(everyFile(storage));
      }
    });

    it('do not appear if the stored data cannot be decrypted', async () => {
      await world.server.parts.database.transaction(ofInstance, ({ db }) =>
        db('secret_versions').where({ projectId: setting.project.id }).update({ sealedValue: 'altered' }),
      );
      await refused(500, 'getSecret', { params: { secretName: 'KEY' }, query: here() });
      await refused(500, 'listSecrets', { query: here() });
      expect(world.logged()).to.contain('Internal server error.');
      expectNoneIn(await outputs());
    });
  });
}
