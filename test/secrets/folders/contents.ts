import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { createStores } from '../../../src/stores.ts';
import {
  newProjectWithSecrets,
  newSecret,
  storedSecret,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { start } from '../../support/fixtures/secret-folders.ts';
import type { World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

interface TestContents extends TestSecrets {
  /** All stored rows of the folders, secrets and imports of the project, and its audit log entries. */
  readonly everything: () => Promise<unknown>;
  /** Stores an import of one folder into the other directly in the database. */
  readonly importInto: (folderId: string, sourceFolderId: string) => Promise<void>;
}

/**
 * A project with the secret PLAIN in /app of dev and TAGGED, with the tag `red` and a personal secret of the
 * administrator, in /app/deep; both folders import /lib.
 */
export const newProjectWithContents = async (world: World): Promise<TestContents> => {
  const setting = await newProjectWithSecrets(world, ['/app', '/app/deep', '/lib', '/to']);
  const { database, ids } = world.server.parts;
  const projectId = setting.project.id;
  const importInto: TestContents['importInto'] = async (folderId, sourceFolderId) => {
    const row = {
      id: ids.uuid(),
      projectId,
      folderId,
      sourceFolderId,
      position: 1,
      version: 1,
      createdAt: start,
      updatedAt: start,
    };
    await database.transaction(ofInstance, ({ db }) => createStores(db).secretImports.insert(row));
  };
  await newSecret(world, setting, 'PLAIN', { secretPath: '/app' });
  await newSecret(world, setting, 'TAGGED', { secretPath: '/app/deep', tagIds: [setting.red.id] });
  await newSecret(world, setting, 'TAGGED', { secretPath: '/app/deep', type: 'personal', secretValue: 'mine' });
  for (const path of ['/app', '/app/deep']) await importInto(setting.folderIds[path]!, setting.folderIds['/lib']!);
  return {
    ...setting,
    importInto,
    everything: async () => [
      await setting.rows(),
      await database.read('secret_imports').where({ projectId }).orderBy('id'),
      await setting.entries(),
    ],
  };
};

/** Rules that allow these actions on these paths; in dev, unless another environment is given. */
const allow = (
  subject: string,
  action: string | readonly string[],
  path: string,
  more: Readonly<Record<string, unknown>> = {},
): Rule => ({
  subject,
  action,
  conditions: { environment: 'dev', secretPath: { $glob: path }, ...more },
});

const deny = (...given: Parameters<typeof allow>): Rule => ({ ...allow(...given), inverted: true });

/** Calls as a member with these rules. */
type Attempt = (setting: TestContents, as: { token: string }) => Promise<any>;

/** Expects 403 and no change if any of these rules is missing, and success with exactly these rules. */
const requiresEachRule = (
  world: () => World,
  folders: readonly Rule[],
  needed: Readonly<Record<string, Rule>>,
  denied: Readonly<Record<string, Rule>>,
  attempt: Attempt,
): void => {
  const attemptWith = async (setting: TestContents, rules: readonly Rule[]) =>
    attempt(setting, await newProjectIdentity(world(), setting, rules));

  it('checks everything in the folder and below', async () => {
    const setting = await newProjectWithContents(world());
    const before = await setting.everything();
    const all = [...folders, ...Object.values(needed)];
    for (const [missing, rule] of Object.entries(needed)) {
      const { status, body } = await attemptWith(
        setting,
        all.filter((one) => one !== rule),
      );
      expect([status, body.error], missing).to.deep.equal([403, 'PermissionDenied']);
      expect(body.message, missing).to.include(actionPhrase(String(rule.action), rule.subject));
    }
    for (const [what, rule] of Object.entries(denied)) {
      const { status, body } = await attemptWith(setting, [...all, rule]);
      expect([status, body.error], what).to.deep.equal([403, 'PermissionDenied']);
      expect(body.message, what).to.include(actionPhrase(String(rule.action), rule.subject));
    }
    expect(await setting.everything()).to.deep.equal(before);
    expect((await attemptWith(setting, all)).status).to.equal(200);
  });
};

export const testDeletingContents = (
  world: () => World,
  call: (setting: TestContents, as: { token: string }) => Promise<any>,
): void => {
  it('deletes secrets, personal secrets and imports, and nothing else', async () => {
    const setting = await newProjectWithContents(world());
    await newSecret(world(), setting, 'KEPT', { secretPath: '/lib', tagIds: [setting.red.id] });
    await setting.importInto(setting.folderIds['/to']!, setting.folderIds['/lib']!);
    await setting.importInto(setting.ids.prod!, setting.folderIds['/app/deep']!);
    expect((await call(setting, setting.admin)).status).to.equal(200);
    expect([await setting.tree(), await setting.names()]).to.deep.equal(['/lib /to', '/lib:KEPT']);
    const [folders, ...stored] = (await setting.rows()) as unknown[][];
    expect(folders).to.have.length(5);
    expect(
      stored.map((rows) => rows.length),
      'secrets, versions, tags, references',
    ).to.deep.equal([1, 1, 1, 0]);
    const imports = await world()
      .server.parts.database.read('secret_imports')
      .where({ projectId: setting.project.id })
      .pluck('folderId');
    expect(imports).to.deep.equal([setting.folderIds['/to']]);
    const entry = (await setting.entries()).find(({ eventType }) => eventType === 'delete-folder');
    expect(entry.eventMetadata).to.deep.equal({
      environment: 'dev',
      folderId: setting.folderIds['/app'],
      folderName: 'app',
      folderPath: '/app',
      numberOfSecrets: 2,
    });
  });

  requiresEachRule(
    world,
    [allow('secret-folders', 'delete', '/app/**')],
    {
      'secrets in the folder': allow('secrets', 'delete', '/app'),
      'secrets below, by name and tag': allow('secrets', 'delete', '/app/*', {
        secretName: 'TAGGED',
        secretTags: { $in: ['red'] },
      }),
      'imports of the folder': allow('secret-imports', 'delete', '/app'),
      'imports below': allow('secret-imports', 'delete', '/app/*'),
    },
    {
      'by name': deny('secrets', 'delete', '/**', { secretName: 'PLAIN' }),
      'by tag': deny('secrets', 'delete', '/**', { secretTags: { $in: ['red'] } }),
      imports: deny('secret-imports', 'delete', '/app/deep'),
    },
    call,
  );

  it('also checks contents that are written concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const setting = await newProjectWithSecrets(world(), ['/app']);
      const as = await newProjectIdentity(world(), setting, [allow('secret-folders', 'delete', '/**')]);
      const body = { projectId: setting.project.id, environment: 'dev', secretPath: '/app', secretValue: 'x' };
      const [removed, made] = await Promise.all([
        call(setting as TestContents, as),
        world().call('createSecret', { as: setting.admin, params: { secretName: 'NEW' }, body }),
      ]);
      expect([removed.status, made.status]).to.be.deep.oneOf([
        [200, 404],
        [403, 200],
      ]);
      expect(await setting.tree()).to.equal(removed.status === 200 ? '' : '/app');
    }
  });
};

/** The permissions on the contents of /app in dev that moving it to this path and environment requires. */
const moveNeeds = (to: string, environment = 'dev'): Record<string, Rule> => ({
  'reading what is in the folder': allow('secrets', 'readValue', '/app', { secretName: 'PLAIN' }),
  'reading what is below': allow('secrets', 'readValue', '/app/*', { secretTags: { $in: ['red'] } }),
  'deleting what is in the folder': allow('secrets', 'delete', '/app'),
  'deleting what is below': allow('secrets', 'delete', '/app/*'),
  'creating what was in the folder': allow('secrets', 'create', to, { environment, secretName: 'PLAIN' }),
  'creating what was below': allow('secrets', 'create', `${to}/*`, {
    environment,
    secretName: 'TAGGED',
    secretTags: { $in: ['red'] },
  }),
  'ending imports of the folder': allow('secret-imports', 'delete', '/app'),
  'ending imports below': allow('secret-imports', 'delete', '/app/*'),
  'importing into the folder': allow('secret-imports', 'create', to, { environment }),
  'importing below': allow('secret-imports', 'create', `${to}/*`, { environment }),
});

const moveDenials = (to: string, environment = 'dev'): Record<string, Rule> => ({
  'reading by name': deny('secrets', 'readValue', '/**', { secretName: 'TAGGED' }),
  'deleting by tag': deny('secrets', 'delete', '/**', { secretTags: { $in: ['red'] } }),
  'creating by tag': deny('secrets', 'create', `${to}/**`, { environment, secretTags: { $in: ['red'] } }),
  'ending imports': deny('secret-imports', 'delete', '/app/deep'),
  importing: deny('secret-imports', 'create', `${to}/deep`, { environment }),
});

interface Destination {
  readonly path: string;
  readonly environment: string;
  /** Rules on folders only. */
  readonly folders: readonly Rule[];
}

const shownBy = (
  world: World,
  operation: OperationId,
  { admin, project }: TestSecrets,
  query: Readonly<Record<string, string>>,
) => world.call(operation, { as: admin, query: { projectId: project.id, ...query } });

/** The tests of operations that change the path of /app. */
export const testMovingContents = (
  world: () => World,
  { path, environment, folders }: Destination,
  call: Attempt,
): void => {
  it('moves secrets with their versions, personal secrets and imports', async () => {
    const setting = await newProjectWithContents(world());
    await newSecret(world(), setting, 'SOURCE', { secretPath: '/lib' });
    // Imports reference folders by id, not by path.
    await setting.importInto(setting.ids.staging!, setting.folderIds['/app/deep']!);
    const [, ...before] = await setting.rows();
    expect((await call(setting, setting.admin)).status).to.equal(200);
    const [, ...after] = await setting.rows();
    expect(after, 'only folders differ').to.deep.equal(before);
    expect((await setting.names(environment)).split(' ')).to.include.members([`${path}:PLAIN`, `${path}/deep:TAGGED`]);
    expect(
      await storedSecret(world(), setting, 'TAGGED', { environment, path: `${path}/deep`, owner: setting.admin.id }),
    ).to.include({ value: 'mine' });

    const inside = (
      await shownBy(world(), 'listSecrets', setting, { environment, secretPath: path, includeImports: 'true' })
    ).body;
    expect(inside.secrets[0]).to.include({
      secretKey: 'PLAIN',
      secretPath: path,
      environment,
      secretValue: 'value of PLAIN',
    });
    expect(inside.imports[0].secrets[0]).to.include({ secretKey: 'SOURCE' });
    const importing = (
      await shownBy(world(), 'listSecrets', setting, { environment: 'staging', includeImports: 'true' })
    ).body.imports[0];
    expect(importing).to.include({ secretPath: `${path}/deep`, environment });
    expect(importing.secrets.map(({ secretKey }: { secretKey: string }) => secretKey)).to.deep.equal([
      'SOURCE',
      'TAGGED',
    ]);
  });

  requiresEachRule(world, folders, moveNeeds(path, environment), moveDenials(path, environment), call);
};

/** The rules on folders that renaming /app in dev requires. */
export const renameRules: readonly Rule[] = [allow('secret-folders', 'edit', '/**')];

/** The rules on folders that moving /app from dev requires. */
export const moveRules = (environment: string): readonly Rule[] => [
  allow('secret-folders', 'delete', '/app/**'),
  allow('secret-folders', 'create', '/**', { environment }),
];
