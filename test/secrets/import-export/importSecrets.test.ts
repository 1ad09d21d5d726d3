import { expect } from 'chai';
import { countEventLoopTurns } from '../../support/expect/event-loop.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  newProjectWithSecrets,
  newSecret,
  rule,
  storedSecret,
  unchanged,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const secretsOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([secretKey, secretValue]) => ({ secretKey, secretValue }));

const inDev = (values: Readonly<Record<string, string>>, path = '/') => ({
  folders: [{ environment: 'dev', path, secrets: secretsOf(values) }],
});

onEachDatabase('importSecrets', (world) => {
  const call = ({ admin, project }: TestSecrets, body: object, as: { token: string } = admin) =>
    world().call('importSecrets', { as, params: { projectId: project.id }, body });

  const imported = async (setting: TestSecrets, body: object, as?: { token: string }) => {
    const response = await call(setting, body, as);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return response.body as {
      created: number;
      changed: number;
      unchanged: number;
      folders: { created: string[]; changed: string[]; unchanged: string[] }[];
    };
  };

  it('plans without a change, then creates and changes secrets, and leaves equal ones alone', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'SAME', { secretValue: 'same', secretComment: 'stays' });
    await newSecret(world(), setting, 'OLD', { secretValue: 'old', secretComment: 'stays', tagIds: [setting.red.id] });
    const body = inDev({ SAME: 'same', OLD: 'new', NEW: ' ${OLD} ' });
    const expected = {
      created: 1,
      changed: 1,
      unchanged: 1,
      environments: [],
      tags: [],
      folders: [
        {
          environment: 'dev',
          path: '/',
          isNew: false,
          created: ['NEW'],
          changed: ['OLD'],
          unchanged: ['SAME'],
          imports: [],
        },
      ],
    };
    await unchanged(setting, async () => {
      expect(await imported(setting, { ...body, dryRun: true })).to.deep.equal({ dryRun: true, ...expected });
    });
    expect(await imported(setting, body)).to.deep.equal({ dryRun: false, ...expected });
    expect(await storedSecret(world(), setting, 'NEW')).to.deep.include({ value: ' ${OLD} ', version: 1 });
    expect(await storedSecret(world(), setting, 'OLD')).to.deep.include({
      value: 'new',
      comment: 'stays',
      version: 2,
      tagIds: [setting.red.id],
    });
    expect(await storedSecret(world(), setting, 'SAME')).to.deep.include({ version: 1 });
    const entry = (await setting.entries()).find(({ eventType }) => eventType === 'import-secrets')!;
    expect(entry.eventMetadata).to.deep.include({ environment: 'dev', secretPath: '/' });
    expect((entry.eventMetadata.secrets as { secretKey: string }[]).map(({ secretKey }) => secretKey)).to.have.members([
      'NEW',
      'OLD',
    ]);
    const again = await imported(setting, body);
    expect(again).to.include({ created: 0, changed: 0, unchanged: 3 });
  });

  it('creates environments, tags, folders and secret imports with the secrets', async () => {
    const setting = await newProjectWithSecrets(world());
    const body = {
      environments: [
        { slug: 'dev', name: 'Ignored' },
        { slug: 'qa', name: 'Quality' },
      ],
      tags: [{ slug: 'green', color: '#00ff00' }, { slug: 'red' }],
      folders: [
        {
          environment: 'qa',
          path: '/',
          secrets: [
            {
              secretKey: 'A',
              secretValue: 'a',
              secretComment: 'c',
              secretMetadata: [{ key: 'k', value: 'v', isEncrypted: true }],
              tagSlugs: ['green', 'red'],
              skipMultilineEncoding: true,
              secretReminderNote: 'n',
              secretReminderRepeatDays: 3,
            },
          ],
          imports: [{ environment: 'qa', path: '/deep/er' }],
        },
        { environment: 'qa', path: '/deep/er', description: 'D', secrets: secretsOf({ B: 'b' }) },
      ],
    };
    const first = await imported(setting, body);
    expect(first).to.deep.include({ environments: ['qa'], tags: ['green'], created: 2 });
    const exported = await world().call('exportSecrets', {
      as: setting.admin,
      params: { projectId: setting.project.id },
      query: { environment: 'qa' },
    });
    expect(exported.body).to.deep.equal({
      environment: { slug: 'qa', name: 'Quality' },
      tags: [
        { slug: 'green', color: '#00ff00' },
        { slug: 'red', color: setting.red.color },
      ],
      folders: [
        {
          ...body.folders[0],
          description: null,
          unreadable: [],
          importsOfOtherProjects: 0,
        },
        {
          environment: 'qa',
          path: '/deep',
          description: null,
          secrets: [],
          unreadable: [],
          imports: [],
          importsOfOtherProjects: 0,
        },
        {
          environment: 'qa',
          path: '/deep/er',
          description: 'D',
          secrets: [
            {
              secretKey: 'B',
              secretValue: 'b',
              secretComment: '',
              secretMetadata: [],
              tagSlugs: [],
              skipMultilineEncoding: null,
              secretReminderNote: null,
              secretReminderRepeatDays: null,
            },
          ],
          unreadable: [],
          imports: [],
          importsOfOtherProjects: 0,
        },
      ],
    });
    expect(await imported(setting, body)).to.deep.include({ environments: [], tags: [], unchanged: 2, changed: 0 });
  });

  it('changes nothing if one secret is refused', async () => {
    const setting = await newProjectWithSecrets(world());
    const { token } = await newProjectIdentity(world(), setting, [
      rule(['create', 'edit']),
      { subject: 'secret-folders', action: 'create' },
      deny('create', { secretName: { $eq: 'FORBIDDEN' } }),
    ]);
    const body = {
      folders: [
        { environment: 'dev', path: '/new', secrets: secretsOf({ A: 'a' }) },
        { environment: 'dev', path: '/', secrets: secretsOf({ A: 'a', FORBIDDEN: 'b' }) },
      ],
    };
    await unchanged(setting, async () => {
      for (const dryRun of [true, false])
        expectError(await call(setting, { ...body, dryRun }, { token }), 403, 'PermissionDenied');
    });
  });

  it('is refused by what the transaction finds, and then changes nothing', async () => {
    const setting = await newProjectWithSecrets(world());
    const cyclic = {
      ...inDev({ A: 'a' }),
      environments: [{ slug: 'qa', name: 'Quality' }],
      folders: [
        { environment: 'qa', path: '/', secrets: secretsOf({ A: 'a' }) },
        { environment: 'dev', path: '/', secrets: secretsOf({ A: 'a' }), imports: [{ environment: 'dev', path: '/' }] },
      ],
    };
    await unchanged(setting, async () => {
      expectError(await call(setting, cyclic), 400, 'BadRequest', /Cyclic/);
    });
  });

  it('does not tell whether a value is equal to callers who may not read it', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', { secretValue: 'right' });
    for (const rules of [
      [rule(['edit', 'create'])],
      [rule(['edit', 'create', 'describeSecret'])],
      [rule(['edit', 'create', 'readValue'])],
    ]) {
      const { token } = await newProjectIdentity(world(), setting, rules);
      for (const guess of ['wrong', 'right'])
        expect(
          (await imported(setting, { ...inDev({ A: guess }), dryRun: true }, { token })).folders[0],
        ).to.deep.include({
          changed: ['A'],
          unchanged: [],
        });
      expect(await imported(setting, inDev({ A: 'right' }), { token })).to.include({ changed: 1, unchanged: 0 });
    }
    expect(await versionsOf(world(), id)).to.have.length(4);
  });

  it('requires the permission for new tags of a secret, and does not let others read it by them', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'A');
    await newProjectIdentity(world(), setting, [rule('readValue', { secretTags: { $in: ['red'] } })]);
    const { token } = await newProjectIdentity(world(), setting, [rule(['edit', 'create', 'describeSecret'])]);
    const retag = (tagSlugs: string[]) => ({
      folders: [{ environment: 'dev', path: '/', secrets: [{ secretKey: 'A', secretValue: 'x', tagSlugs }] }],
    });
    await unchanged(setting, async () => {
      for (const dryRun of [true, false])
        expectError(await call(setting, { ...retag(['red']), dryRun }, { token }), 403, 'PermissionDenied');
      expectError(await call(setting, retag(['no-such'])), 404, 'NotFound', /no-such/);
      expectError(
        await call(setting, { ...retag(['new']), tags: [{ slug: 'new' }] }, { token }),
        403,
        'PermissionDenied',
      );
    });
    await imported(setting, retag(['blue']), { token });
    expect((await storedSecret(world(), setting, 'A'))!.tagIds).to.deep.equal([setting.blue.id]);
  });

  it('refuses repetitions, unknown environments and too many secrets', async () => {
    const setting = await newProjectWithSecrets(world());
    const folder = { environment: 'dev', path: '/app', secrets: secretsOf({ A: 'a' }) };
    await unchanged(setting, async () => {
      expectIssues(
        await call(setting, { folders: [folder, { ...folder, path: 'app/' }] }),
        'body folders.1.path invalid',
      );
      expectIssues(
        await call(setting, { folders: [{ ...folder, secrets: [...folder.secrets, ...folder.secrets] }] }),
        'body folders.0.secrets.1.secretKey invalid',
      );
      const many = Array.from({ length: 5001 }, (_, index) => ({ secretKey: `K${index}`, secretValue: '' }));
      expectIssues(
        await call(setting, { folders: ['/a', '/b'].map((path) => ({ ...folder, path, secrets: many })) }),
        'body folders too_big',
      );
      expectError(
        await call(setting, { folders: [{ ...folder, environment: 'nowhere' }] }),
        404,
        'NotFound',
        /nowhere/,
      );
    });
  });

  it('imports thousands of secrets at once, and lets other requests run meanwhile', async () => {
    const setting = await newProjectWithSecrets(world());
    const values = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`KEY${index}`, `value ${index}`]));
    const { result, turns } = await countEventLoopTurns(() => imported(setting, inDev(values)));
    expect(result).to.include({ created: 3000 });
    expect(turns).to.be.greaterThan(30);
    expect(await storedSecret(world(), setting, 'KEY2999')).to.deep.include({ value: 'value 2999' });
    const half = Object.fromEntries(
      Object.entries(values).map(([key, value], index) => [key, index % 2 ? value : `new ${index}`]),
    );
    expect(await imported(setting, inDev(half))).to.include({ changed: 1500, unchanged: 1500 });
    expect(await storedSecret(world(), setting, 'KEY2998')).to.deep.include({ value: 'new 2998', version: 2 });
    const entries = (await setting.entries()).filter(({ eventType }) => eventType === 'import-secrets');
    expect(entries.map(({ eventMetadata }) => eventMetadata.secrets.length).sort()).to.deep.equal([
      1000, 1000, 1000, 1000, 500,
    ]);
  });
});
