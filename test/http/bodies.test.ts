import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import type { Response } from 'supertest';
import { expectError, expectIssues } from '../support/expect/expect.ts';
import { newProjectWithSecrets, unchanged, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { onEitherDatabase } from '../support/world/cases.ts';

const json = { 'Content-Type': 'application/json' };
const maxDepth = 64;
const maxKeys = 1000;

const nested = (depth: number, innermost = ''): string => `${'['.repeat(depth)}${innermost}${']'.repeat(depth)}`;

onEitherDatabase('request bodies that are too large, too deep or not text', (world) => {
  let setting: TestSecrets;
  before(async () => (setting = await newProjectWithSecrets(world())));

  /** Sends the bytes verbatim, which supertest would serialize as JSON. */
  const create = async (body: string | Buffer, headers: Record<string, string> = json, name = 'BODY') => {
    const sent = {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${setting.admin.token}`, ...headers },
      body,
    };
    const response = await fetch(`${world().server.url}/api/v4/secrets/${name}`, sent);
    return { status: response.status, body: await response.json() } as Response;
  };

  const secret = (value: string): string =>
    JSON.stringify({ projectId: setting.project.id, environment: 'dev', secretPath: '/', secretValue: value });

  /** The JSON of a secret with these bytes as its value. */
  const secretOf = (bytes: readonly number[]): Buffer => {
    const [head, tail] = secret('|').split('|') as [string, string];
    return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]);
  };

  it('are 400 and change nothing if their bytes are not UTF-8', async () => {
    await unchanged(setting, async () => {
      for (const bytes of [
        [0xff],
        [0xc3],
        [0xc3, 0x28],
        [0xed, 0xa0, 0x80],
        [0xc0, 0x80],
        [0xf8, 0x88, 0x80, 0x80, 0x80],
      ]) {
        expectError(await create(secretOf(bytes)), 400, 'BadRequest', /UTF-8/);
      }
      expectError(await create(gzipSync(secretOf([0xff])), { 'Content-Encoding': 'gzip' }), 400, 'BadRequest', /UTF-8/);
    });
  });

  it('are accepted with every UTF-8 character, with a byte order mark, and in another charset that is declared', async () => {
    const value = 'é€😀\ufffd';
    const bodies: [Buffer, string][] = [
      [Buffer.from(secret(value)), 'application/json'],
      [Buffer.from(`\ufeff${secret(value)}`), 'application/json; charset=utf-8'],
      [Buffer.from(secret(value), 'utf16le'), 'application/json; charset=utf-16le'],
    ];
    for (const [index, [body, type]] of bodies.entries()) {
      const { status, body: answer } = await create(body, { 'Content-Type': type }, `BODY_${index}`);
      expect([status, answer.secret.secretValue], type).to.deep.equal([200, value]);
    }
  });

  const batch = (secrets: unknown) =>
    world().send('POST', '/api/v4/secrets/batch', {
      as: setting.admin,
      body: { projectId: setting.project.id, environment: 'dev', secrets },
    });

  it('name the list that is too long, whatever it contains', async () => {
    for (const item of [1, { secretKey: 'A' }, null]) {
      for (const length of [1001, 40_000])
        expectIssues(await batch(Array.from({ length }, () => item)), 'body secrets too_big');
    }
    const wrong = await batch(Array.from({ length: 1000 }, () => 1));
    expectIssues(wrong, ...Array.from({ length: 50 }, (_, index) => `body secrets.${index} type`));
  });

  it('are 422 if they are nested too deeply at any position', async () => {
    for (const text of [
      nested(maxDepth),
      nested(100_000),
      nested(400_000, '"\\u0000"'),
      `[${'[],'.repeat(100)}${nested(maxDepth)}]`,
    ]) {
      for (const body of [`{"unknown":${text}}`, `{"secretMetadata":${text}}`])
        expectIssues(await create(body), 'body  too_big');
    }
    for (const text of [nested(maxDepth), nested(100_000)]) {
      expectIssues(
        await create(Buffer.from(`{"unknown":${text}}`, 'utf16le'), {
          'Content-Type': 'application/json; charset=utf-16le',
        }),
        'body  too_big',
      );
    }
    expect(
      (await create(secret('x').replace('{', `{"unknown":${nested(maxDepth - 1)},`), json, 'DEEP')).status,
    ).to.equal(200);
    expect((await create(secret('\\"[{'.repeat(100)), json, 'BRACKETS')).status).to.equal(200);
  });

  it('are 422 if an object in them has too many keys, documented or not', async () => {
    const keys = (count: number): string =>
      Array.from({ length: count }, (_, index) => `"unknown ${index}" : 1`).join(',');
    for (const body of [`{${keys(maxKeys + 1)}}`, `{"unknown":[{"a":1},{${keys(20_000)}}]}`]) {
      expectIssues(await create(body), 'body  too_big');
      expectIssues(
        await create(Buffer.from(body, 'utf16le'), { 'Content-Type': 'application/json; charset=utf-16le' }),
        'body  too_big',
      );
    }
    const many = `{"secretComment":"::::::","unknown":[{${keys(maxKeys)}},{${keys(maxKeys)}}],${secret(':'.repeat(maxKeys)).slice(1)}`;
    expect((await create(many, json, 'MANY_KEYS')).status).to.equal(200);
  });

  it('are 422 if they contain a NUL at any depth', async () => {
    const role = (conditions: string) =>
      `{"slug":"deep","name":"Deep","permissions":[{"subject":"ssh-hosts","action":"read","conditions":{"any":${conditions}}}]}`;
    const create = (conditions: string) =>
      world().send('POST', `/api/v1/projects/${setting.project.id}/roles`, {
        as: setting.admin,
        body: role(conditions),
        headers: json,
      });
    const depth = maxDepth - 4;
    expectIssues(
      await create(nested(depth, '"a\\u0000b"')),
      `body permissions.0.conditions.any.${Array.from({ length: depth }, () => 0).join('.')} invalid`,
    );
    expectIssues(await create(nested(50_000, '"a\\u0000b"')), 'body  too_big');
    expectIssues(
      await create(`[${Array.from({ length: 9000 }, () => '"\\u0000"').join(',')}]`),
      ...Array.from({ length: 50 }, (_, index) => `body permissions.0.conditions.any.${index} invalid`),
    );
    expectIssues(
      await create(`[${Array.from({ length: 11_000 }, () => '"\\u0000"').join(',')}]`),
      'body permissions.0.conditions.any too_big',
    );
  });
});
