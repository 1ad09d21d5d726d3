import { expect } from 'chai';
import type { Response } from 'supertest';
import {
  batchCall,
  newProjectWithSecrets,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { getCall, listCall, newImport, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { newTwoProjects, readRule } from '../../support/fixtures/two-projects.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

const folders = ['/app', '/app/sub', '/base', '/more', '/else', '/long'];
const changes = 12;
/** Reading a list of more secrets yields to the event loop. */
const manySecrets = 1_100;

/** A project whose batches change these secrets together; the value is the number of the batch. */
class Changed {
  readonly setting: TestSecrets;
  readonly #names: readonly string[];
  /** The number of the last batch that was begun, and of the last one that was acknowledged. */
  begun = 0;
  acknowledged = 0;

  constructor(setting: TestSecrets, names: readonly string[]) {
    this.setting = setting;
    this.#names = names;
  }

  async create(world: World): Promise<void> {
    await newSecrets(world, this.setting, Object.fromEntries(this.#names.map((name) => [`dev:${name}`, '0'])));
  }

  async change(world: () => World): Promise<void> {
    this.begun += 1;
    const secrets = this.#names.map((name) => {
      const [secretPath, secretKey] = name.split(':');
      return { secretPath, secretKey, secretValue: `${this.begun}` };
    });
    const { status, body } = await batchCall(world, 'updateSecrets')(this.setting, { secretPath: '/', secrets });
    expect(status, JSON.stringify(body)).to.equal(200);
    this.acknowledged = this.begun;
  }
}

/** One kind of request, and what is wrong with its responses. */
interface Kind {
  readonly name: string;
  readonly changed: Changed;
  readonly read: (headers: Record<string, string>) => Promise<Response>;
  /** The numbers of the batches that the response shows. */
  readonly numbersIn: (body: unknown) => readonly number[];
}

/** Every value in the body, of which each may contain several. */
const valuesIn = (body: unknown): number[] =>
  [...JSON.stringify(body).matchAll(/"secretValue":"([\d ]+)"/g)].flatMap(([, value]) => value!.split(' ').map(Number));

/** The numbers of the batches in a response without values: the first version is that of the creation. */
const versionsIn = (body: unknown): number[] =>
  (body as { secrets: { version: number }[] }).secrets.map(({ version }) => version - 1);

/** Reads until the changes are done; returns what was wrong with the responses. */
const watch = async ({ changed, read, numbersIn }: Kind, isDone: () => boolean): Promise<string[]> => {
  const numbers = new Map<string, number>();
  const wrong: string[] = [];
  let etag: string | undefined;
  for (let count = 0; !isDone() || count < 2; count += 1) {
    const oldest = changed.acknowledged;
    const { status, headers, body } = await read(
      etag !== undefined && count % 2 === 1 ? { 'If-None-Match': etag } : {},
    );
    expect(status, JSON.stringify(body)).to.be.oneOf([200, 304]);
    etag = headers.etag;
    const shown = status === 304 ? [numbers.get(etag!)!] : numbersIn(body);
    expect(shown, JSON.stringify(body)).to.not.be.empty;
    const [first] = shown as [number];
    if (new Set(shown).size > 1) wrong.push(`mixed ${shown.join()}`);
    else if (first < oldest || first > changed.begun) wrong.push(`${first} instead of ${oldest} to ${changed.begun}`);
    if (etag === undefined) continue;
    if ((numbers.get(etag) ?? first) !== first) wrong.push(`one ETag for ${numbers.get(etag)} and ${first}`);
    numbers.set(etag, first);
  }
  return wrong;
};

onEachDatabase('a response', (world) => {
  const get = getCall(world);

  it('shows one moment, which its ETag identifies, while batches change several of its secrets', async () => {
    const { here, there, elsewhere, newReader } = await newTwoProjects(world(), folders);
    const reader = await newReader('admin');
    const own = new Changed(here, [
      '/app:CHANGED_A',
      '/app/sub:CHANGED_B',
      '/base:CHANGED_C',
      '/more:CHANGED_D',
      '/long:CHANGED_E',
    ]);
    const other = new Changed(there, ['/:KEY', '/app:KEY']);
    for (const one of [own, other]) await one.create(world());
    await newSecrets(world(), here, {
      'dev:/app:TWO': '${dev.base.CHANGED_C} ${dev.more.CHANGED_D}',
      'dev:/app/sub:THREE': '${CHANGED_B} ${dev.app.TWO}',
      'dev:/else:BOTH': `${elsewhere('dev.KEY')} ${elsewhere('dev.app.KEY')}`,
    });
    for (const source of ['/base', '/more']) await newImport(world(), here, 'dev:/app', `dev:${source}`);
    await newImport(world(), here, 'dev:/long', 'dev:/base');
    const foreign = await world().call('createSecretImport', {
      as: reader,
      body: {
        projectId: here.project.id,
        environment: 'dev',
        path: '/else',
        import: { sourceProjectId: there.project.id, environment: 'dev', path: '/app' },
      },
    });
    expect(foreign.status, JSON.stringify(foreign.body)).to.equal(200);
    for (let at = 0; at < manySecrets; at += manySecrets / 2) {
      const secrets = Array.from({ length: manySecrets / 2 }, (_, index) => ({
        secretKey: `FILLER_${at + index}`,
        secretValue: 'filler',
      }));
      const { status } = await batchCall(world, 'createSecrets')(here, { secretPath: '/long', secrets });
      expect(status).to.equal(200);
    }

    const list =
      (query: Record<string, string>, operation: 'listSecrets' | 'listRawSecrets' = 'listSecrets') =>
      (headers: Record<string, string>) =>
        listCall(world, operation)(here, query, reader, headers);
    const plain = (operation: Parameters<World['call']>[0], options: object) => (headers: Record<string, string>) =>
      world().call(operation, { as: reader, headers, ...options });
    const inProject = { projectId: here.project.id, environment: 'dev' };
    const [yes, no] = ['true', 'false'];
    const app = { secretPath: '/app' };
    const kind = (name: string, read: Kind['read'], changed = own, numbersIn = valuesIn): Kind => ({
      name,
      changed,
      read,
      numbersIn,
    });
    const kinds = [
      kind('list with references', list({ ...app, expandSecretReferences: yes, includeImports: no })),
      kind('list with imports', list({ ...app, expandSecretReferences: no, includeImports: yes })),
      kind('list with both', list({ ...app, recursive: yes })),
      kind(
        'older list',
        list({ ...app, expandSecretReferences: yes, include_imports: yes, recursive: yes }, 'listRawSecrets'),
      ),
      kind('long list', list({ secretPath: '/long' })),
      kind('secret', (headers) => get(here, 'TWO', app, reader, headers)),
      kind('list of other projects', list({ secretPath: '/else' }), other),
      kind('secret of other projects', (headers) => get(here, 'BOTH', { secretPath: '/else' }, reader, headers), other),
      kind('imported secrets', plain('listImportedSecrets', { query: { ...inProject, path: '/app' } })),
      kind(
        'export',
        plain('exportSecrets', {
          params: { projectId: here.project.id },
          query: { environment: 'dev', path: '/app', recursive: yes, expandSecretReferences: yes },
        }),
      ),
      kind(
        'overview',
        plain('getSecretsOverview', {
          query: {
            projectId: here.project.id,
            environments: 'dev',
            secretPath: '/app',
            search: 'CHANGED',
            includeImportedSecrets: yes,
          },
        }),
        own,
        versionsIn,
      ),
      kind(
        'search',
        plain('searchSecrets', { query: { projectId: here.project.id, environments: 'dev', search: 'CHANGED' } }),
        own,
        versionsIn,
      ),
    ];

    let done = 0;
    const changeAll = async (changed: Changed): Promise<void> => {
      for (let count = 0; count < changes; count += 1) await changed.change(world);
      done += 1;
    };
    const [wrong] = await Promise.all([
      Promise.all(kinds.map((each) => watch(each, () => done === 2))),
      changeAll(own),
      changeAll(other),
    ]);
    const found = kinds.flatMap(({ name }, index) => wrong[index]!.slice(0, 3).map((text) => `${name}: ${text}`));
    expect(found).to.deep.equal([]);
  });

  it('never shows what was written after the reader had lost the permission', async () => {
    const setting = await newProjectWithSecrets(world(), ['/base']);
    await newSecrets(world(), setting, { 'dev:/base:KEY': 'visible', 'dev:/:REF': '${dev.base.KEY}' });
    await newImport(world(), setting, 'dev:/', 'dev:/base');
    const reader = await world().newUser(setting.organization, 'no-access');
    const { id: projectMembershipId } = await addToProject(world(), setting.project, reader, []);
    const expectSuccess = async (response: Promise<Response>): Promise<Response> => {
      const { status, body } = await response;
      expect(status, JSON.stringify(body)).to.equal(200);
      return response;
    };
    const write = (secretValue: string) =>
      expectSuccess(
        secretCall(world, 'updateSecret')(setting, 'KEY', { secretPath: '/base', secretValue }, setting.admin),
      );
    let isDone = false;
    const change = async (): Promise<void> => {
      for (let count = 0; count < changes; count += 1) {
        const { body } = await expectSuccess(
          world().call('createUserPrivilege', {
            as: setting.admin,
            body: {
              projectMembershipId,
              slug: `reads-${count}`,
              permissions: [readRule()],
              type: { isTemporary: false },
            },
          }),
        );
        await expectSuccess(
          world().call('deleteUserPrivilege', { as: setting.admin, params: { privilegeId: body.privilege.id } }),
        );
        await write('hidden');
        await write('visible');
      }
      isDone = true;
    };
    const read = async (): Promise<void> => {
      while (!isDone) {
        const { status, text } = await listCall(world)(setting, {}, reader);
        expect(status).to.be.oneOf([200, 403]);
        expect(text).to.not.contain('hidden');
      }
    };
    await Promise.all([change(), ...Array.from({ length: 8 }, read)]);
  });
});
