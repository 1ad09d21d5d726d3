import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret, rule, secretCall } from '../../support/fixtures/project-secrets.ts';
import {
  getCall,
  importsIn,
  listCall,
  secretsIn,
  newImport,
  newReader,
  newSecrets,
  valueOf,
} from '../../support/fixtures/secret-reads.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const mebibyte = 1024 * 1024;

onEitherDatabase('references in values', (world) => {
  const get = getCall(world);
  const list = listCall(world);

  it('are expanded from the same folder, another folder and another environment, recursively', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/web']);
    await newSecrets(world(), setting, {
      'dev:/app:HOST': 'db.${DOMAIN}',
      'dev:/app:DOMAIN': '${prod.DOMAIN}',
      'prod:/:DOMAIN': 'example.com',
      'dev:/app/web:URL': 'https://${dev.app.HOST}/${dev.app.web.PATH}${PATH}',
      'dev:/app/web:PATH': 'x',
    });
    expect(valueOf(await get(setting, 'URL', { secretPath: '/app/web' }))).to.equal('https://db.example.com/xx');
    expect(secretsIn(await list(setting, { secretPath: '/app' }))).to.equal('DOMAIN=example.com HOST=db.example.com');
    expect(valueOf(await get(setting, 'URL', { secretPath: '/app/web', expandSecretReferences: 'false' }))).to.equal(
      'https://${dev.app.HOST}/${dev.app.web.PATH}${PATH}',
    );
  });

  it('stay unchanged if their target does not exist', async () => {
    const setting = await newProjectWithSecrets(world());
    const text = '${NONE} ${none.A} ${dev.none.A} ${dev.NONE} ${@other.dev.A} ${A B} $A ${';
    await newSecrets(world(), setting, { 'dev:/:A': text });
    expect(valueOf(await get(setting, 'A'))).to.equal(text);
  });

  it('stay unchanged if they are longer than any valid reference', async () => {
    const setting = await newProjectWithSecrets(world());
    const long = Array.from({ length: 1500 }, (_, index) => index.toString(36)).join('');
    const text = `\${${long}} \${dev.${long}} \${dev.${long}.K} \${${long}.K}`;
    await newSecrets(world(), setting, { 'dev:/:A': text });
    expect(valueOf(await get(setting, 'A'))).to.equal(text);
  });

  it('are expanded as soon as their target exists', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${prod.B}' });
    expect(valueOf(await get(setting, 'A'))).to.equal('${prod.B}');
    await newSecrets(world(), setting, { 'prod:/:B': 'there' });
    expect(valueOf(await get(setting, 'A'))).to.equal('there');
  });

  it('stay unchanged in a cycle, wherever the expansion starts', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, {
      'dev:/:SELF': '${SELF}!',
      'dev:/:A': 'a${B}',
      'dev:/:B': 'b${C}',
      'dev:/:C': 'c${A}',
      'dev:/:INTO': 'i${A}',
    });
    expect(secretsIn(await list(setting))).to.equal('A=a${B} B=b${C} C=c${A} INTO=ia${B} SELF=${SELF}!');
    expect(valueOf(await get(setting, 'INTO'))).to.equal('ia${B}');
    expect(valueOf(await get(setting, 'B'))).to.equal('b${C}');
  });

  it('are expanded up to ten levels deep', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(
      world(),
      setting,
      Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [`dev:/:K${index}`, index === 11 ? 'end' : `\${K${index + 1}}`]),
      ),
    );
    expect(valueOf(await get(setting, 'K1'))).to.equal('end');
    expect(valueOf(await get(setting, 'K0'))).to.equal('${K11}');
  });

  it('cannot produce a huge response, nor much work for a small response', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:L0': 'x'.repeat(1024), 'dev:/:E0': '' });
    for (let level = 1; level <= 9; level += 1) {
      await newSecrets(world(), setting, {
        [`dev:/:L${level}`]: `\${L${level - 1}}`.repeat(10),
        [`dev:/:E${level}`]: `\${E${level - 1}}`.repeat(10),
      });
    }
    expectError(await get(setting, 'L9'), 400, 'BadRequest', /8 MiB/);
    expectError(await list(setting), 400, 'BadRequest', /8 MiB/);
    expect(valueOf(await get(setting, 'L2')).length).to.equal(100 * 1024);
    expect(valueOf(await get(setting, 'E9'))).to.equal('');
  });

  it('can expand to exactly 8 MiB per response', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'HALF', { secretValue: 'x'.repeat(mebibyte / 2) });
    await newSecret(world(), setting, 'ALL', { secretValue: '${HALF}'.repeat(16) });
    expect(valueOf(await get(setting, 'ALL')).length).to.equal(8 * mebibyte);
    await secretCall(world, 'updateSecret')(setting, 'ALL', { secretValue: `${'${HALF}'.repeat(16)}x` });
    expectError(await get(setting, 'ALL'), 400, 'BadRequest', /8 MiB/);
    expect((await get(setting, 'ALL', { expandSecretReferences: 'false' })).status).to.equal(200);
  });

  it('require that the reader may read the target', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, {
      'dev:/:A': '${prod.P}',
      'dev:/:B': 'plain',
      'prod:/:P': 'secret',
      'dev:/:MISSING': '${prod.NONE}',
    });
    const onlyDev = await newReader(world(), setting, rule('read', { environment: 'dev' }));
    expectError(await get(setting, 'A', {}, onlyDev), 403, 'PermissionDenied', /read the values of secrets/);
    expectError(await list(setting, {}, onlyDev), 403, 'PermissionDenied');
    expect((await get(setting, 'A', {}, onlyDev)).body.details).to.deep.equal([
      { action: 'readValue', subject: 'secrets', inverted: false, conditions: { environment: 'dev' } },
    ]);
    expectError(await get(setting, 'MISSING', {}, onlyDev), 403, 'PermissionDenied');
    expect(valueOf(await get(setting, 'B', {}, onlyDev))).to.equal('plain');
    expect(valueOf(await get(setting, 'A', { expandSecretReferences: 'false' }, onlyDev))).to.equal('${prod.P}');
    expect(secretsIn(await list(setting, { viewSecretValue: 'false' }, onlyDev))).not.to.contain('secret ');
  });

  it('to an unknown folder or environment do not need a permission', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${process.env.HOME} ${HOME}' });
    const onlyA = await newReader(world(), setting, rule('read', { environment: 'dev', secretName: 'A' }));
    expect(valueOf(await get(setting, 'A', {}, onlyA))).to.equal('${process.env.HOME} ${HOME}');
  });

  it('are not expanded in a hidden value', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${prod.P}', 'dev:/:B': 'b', 'prod:/:P': 'secret' });
    const reader = await newReader(world(), setting, rule('describeSecret'), rule('readValue', { secretName: 'B' }));
    expect(secretsIn(await list(setting, {}, reader))).to.equal('A=<hidden-by-infisical> B=b');
  });

  it('resolve imported secrets, and references of imported secrets in their own folder', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/base']);
    await newSecrets(world(), setting, {
      'dev:/app:A': '${SHARED}',
      'dev:/base:SHARED': 'shared ${NAME}',
      'dev:/base:NAME': 'base',
      'dev:/app:NAME': 'app',
    });
    await newImport(world(), setting, 'dev:/app', 'dev:/base');
    const answer = await list(setting, { secretPath: '/app' });
    expect(secretsIn(answer)).to.equal('A=shared app NAME=app');
    expect(importsIn(answer)).to.equal('dev:/base[NAME=base SHARED=shared app]');
    expect(valueOf(await get(setting, 'SHARED', { secretPath: '/app' }))).to.equal('shared app');
    expect(secretsIn(await list(setting, { secretPath: '/base' }))).to.equal('NAME=base SHARED=shared base');
  });

  it('encode multiline values on expansion if the secret says so', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:LINES': 'a\nb' });
    await newSecret(world(), setting, 'ONE', { secretValue: '${LINES}', skipMultilineEncoding: true });
    await newSecret(world(), setting, 'PLAIN', { secretValue: 'a\nb', skipMultilineEncoding: true });
    expect(valueOf(await get(setting, 'ONE'))).to.equal('"a\\nb"');
    expect(valueOf(await get(setting, 'PLAIN'))).to.equal('a\nb');
  });

  it('are limited in number per value', async () => {
    const setting = await newProjectWithSecrets(world());
    const refers = (count: number) => ({
      secretValue: Array.from({ length: count }, (_, index) => `\${K${index}}`).join(''),
    });
    const create = secretCall(world, 'createSecret');
    expect((await create(setting, 'MANY', refers(500))).status).to.equal(200);
    expect((await create(setting, 'MORE', refers(501))).status).to.equal(422);
  });
});
