import { expect } from 'chai';
import type { Response } from 'supertest';
import { expectError } from '../../support/expect/expect.ts';
import {
  deny,
  newColleague,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deleteEnvironment } from '../../support/fixtures/secret-imports.ts';
import { type History, newHistory } from '../../support/fixtures/secret-versions.ts';
import { trashCalls } from '../../support/fixtures/trash.ts';
import type { World } from '../../support/world/world.ts';

const everyAction = ['describeSecret', 'readValue', 'create', 'edit', 'delete'];

/**
 * The refusals that all operations on versions share. The requests are about the first of two versions of a secret.
 * Most operations do not find a secret that is in the trash.
 */
export const checksSecretAccess = (
  world: () => World,
  needed: readonly string[],
  attempt: (setting: TestSecrets, history: History, as: { token: string }) => Promise<Response>,
  { inTrash = 'hidden' }: { inTrash?: 'hidden' | 'found' } = {},
): void => {
  const writes = [{ secretValue: 'one' }, { secretValue: 'two' }];

  it(`requires ${needed.join(' and ')} on the secret, and nothing else`, async () => {
    const setting = await newProjectWithSecrets(world());
    const history = await newHistory(world(), setting, 'KEY', writes);
    const outsider = await world().newUser(setting.organization, 'admin');
    await unchanged(setting, async () => {
      for (const action of needed) {
        const others = await newProjectIdentity(world(), setting, [
          rule(everyAction.filter((one) => one !== action)),
          { subject: 'commits', action: ['read'] },
        ]);
        const denied = await newProjectIdentity(world(), setting, [
          rule(everyAction),
          deny(action, { secretName: 'KEY' }),
        ]);
        expectError(await attempt(setting, history, others), 403, 'PermissionDenied');
        expectError(await attempt(setting, history, denied), 403, 'PermissionDenied');
      }
      expectError(await attempt(setting, history, outsider), 403, 'ProjectMembershipNotFound');
    });
    const machine = await newProjectIdentity(world(), setting, [rule(needed)]);
    expect((await attempt(setting, history, machine)).status).to.equal(200);
  });

  it('checks the location, the current and former name, and the current tags of the secret', async () => {
    const setting = await newProjectWithSecrets(world());
    const { red, blue } = setting;
    const inApp = { secretPath: '/app', tagIds: [blue.id] };
    // Version 1 has the current tags, so only the secret decides; its name was different.
    const history = await newHistory(world(), setting, 'OLD', [inApp, { newSecretName: 'NEW', tagIds: [blue.id] }]);
    const refused = [
      { secretName: 'OLD' },
      { secretPath: '/' },
      { environment: 'prod' },
      { secretTags: { $in: [red.slug] } },
    ];
    await unchanged(setting, async () => {
      for (const conditions of refused)
        expectError(
          await attempt(setting, history, await newProjectIdentity(world(), setting, [rule(needed, conditions)])),
          403,
          'PermissionDenied',
        );
    });
    const allowed = {
      secretName: { $in: ['OLD', 'NEW'] },
      secretPath: '/app',
      environment: 'dev',
      secretTags: { $in: [blue.slug] },
    };
    const machine = await newProjectIdentity(world(), setting, [rule(needed, allowed)]);
    expect((await attempt(setting, history, machine)).status).to.equal(200);
  });

  it('does not find secrets of another organization or a deleted environment, or deleted secrets', async () => {
    const setting = await newProjectWithSecrets(world());
    const foreign = await newProjectWithSecrets(world());
    const elsewhere = await newHistory(world(), foreign, 'KEY', writes);
    const softDeleted = await newHistory(world(), setting, 'KEY', [{ ...writes[0], environment: 'prod' }, writes[1]!]);
    await deleteEnvironment(world(), setting, 'prod');
    const gone = await newHistory(world(), setting, 'GONE', writes);
    expect((await secretCall(world, 'deleteSecret')(setting, 'GONE')).status).to.equal(200);
    if (inTrash === 'found') expect((await trashCalls(world).remove(setting, gone.id)).status).to.equal(200);
    const unknown = ['not-an-id', '%', 'x'.repeat(300)].map((id) => ({ id, versionIds: [id] }));
    const messages = new Set<string>();
    await unchanged(setting, async () => {
      for (const history of [elsewhere, softDeleted, gone, ...unknown]) {
        const answer = await attempt(setting, history, setting.admin);
        expectError(answer, 404, 'NotFound', /not found|no such/);
        messages.add(answer.body.message);
      }
    });
    expect([...messages], 'the same response for all').to.have.length(1);
  });

  it('allows only the owner of a personal secret', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const history = await newHistory(
      world(),
      setting,
      'KEY',
      writes.map((write) => ({ ...write, type: 'personal' })),
    );
    const colleague = await newColleague(world(), setting);
    const machine = await newProjectIdentity(world(), setting, 'admin');
    await unchanged(setting, async () => {
      for (const as of [colleague, machine])
        expectError(await attempt(setting, history, as), 403, 'ForbiddenError', /personal/);
    });
    expect((await attempt(setting, history, setting.admin)).status).to.equal(200);
  });
};

/** The pagination of the lists. */
export const pages = (
  world: () => World,
  list: (setting: TestSecrets, id: string, query?: Record<string, string>) => Promise<Response>,
): void => {
  const numbers = (answer: Response): number[] =>
    answer.body.secretVersions.map(({ version }: { version: number }) => version);

  it('lists the newest first, 20 by default', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [
      {},
      ...Array.from({ length: 21 }, (_, index) => ({ secretValue: `${index}` })),
    ]);
    const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first - index);
    expect(numbers(await list(setting, id))).to.deep.equal(from(22, 20));
    expect(numbers(await list(setting, id, { offset: '0', limit: '1' }))).to.deep.equal([22]);
    expect(numbers(await list(setting, id, { offset: '20', limit: '1000' }))).to.deep.equal([2, 1]);
    expect(numbers(await list(setting, id, { offset: '21' }))).to.deep.equal([1]);
    expect(numbers(await list(setting, id, { offset: '22' }))).to.deep.equal([]);
    expect(numbers(await list(setting, id, { offset: '', limit: '' }))).to.deep.equal(from(22, 20));
    expect(numbers(await list(setting, id, { offset: '2147483647' }))).to.deep.equal([]);
  });

  it('reports invalid pagination parameters', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{}]);
    const invalidQueries: [Record<string, string>, string][] = [
      [{ limit: '0' }, 'limit too_small'],
      [{ limit: '1001' }, 'limit too_big'],
      [{ offset: '-1' }, 'offset too_small'],
      [{ offset: '2147483648' }, 'offset too_big'],
      [{ limit: 'all' }, 'limit type'],
      [{ offset: '1.5' }, 'offset type'],
    ];
    for (const [query, issue] of invalidQueries) {
      const { status, body } = await list(setting, id, query);
      expect(status).to.equal(422);
      expect(body.message.map(({ in: part, path, code }: any) => `${part} ${path.join('.')} ${code}`)).to.deep.equal([
        `query ${issue}`,
      ]);
    }
  });
};
