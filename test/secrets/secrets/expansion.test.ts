import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret, rule, secretCall } from '../../support/fixtures/project-secrets.ts';
import {
  getCall,
  importsIn,
  listCall,
  newImport,
  newReader,
  newSecrets,
  secretsIn,
  valueOf,
} from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const mebibyte = 1024 * 1024;

onEachDatabase('references in values', (world) => {
  const get = getCall(world);
  const list = listCall(world);

  it('are replaced from the same folder, another one, and another environment, and those in them too', async () => {
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

  it('stay as they are when there is nothing to replace them by', async () => {
    const setting = await newProjectWithSecrets(world());
    const text = '${NONE} ${none.A} ${dev.none.A} ${dev.NONE} ${@other.dev.A} ${A B} $A ${';
    await newSecrets(world(), setting, { 'dev:/:A': text });
    expect(valueOf(await get(setting, 'A'))).to.equal(text);
  });

  it('stay as they are when they are longer than anything is called', async () => {
    const setting = await newProjectWithSecrets(world());
    const long = Array.from({ length: 1500 }, (_, index) => index.toString(36)).join('');
    const text = `\${${long}} \${dev.${long}} \${dev.${long}.K} \${${long}.K}`;
    await newSecrets(world(), setting, { 'dev:/:A': text });
    expect(valueOf(await get(setting, 'A'))).to.equal(text);
  });

  it('are replaced as soon as there is something', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${prod.B}' });
    expect(valueOf(await get(setting, 'A'))).to.equal('${prod.B}');
    await newSecrets(world(), setting, { 'prod:/:B': 'there' });
    expect(valueOf(await get(setting, 'A'))).to.equal('there');
  });

  it('stay as they are where they go in a circle, from wherever they are read', async () => {
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

  it('are followed ten deep', async () => {
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

  it('are not a way to a huge answer, nor to much work for a small one', async () => {
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

  it('may come to 8 MiB in an answer, and not to a byte more', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'HALF', { secretValue: 'x'.repeat(mebibyte / 2) });
    await newSecret(world(), setting, 'ALL', { secretValue: '${HALF}'.repeat(16) });
    expect(valueOf(await get(setting, 'ALL')).length).to.equal(8 * mebibyte);
    await secretCall(world, 'updateSecret')(setting, 'ALL', { secretValue: `${'${HALF}'.repeat(16)}x` });
    expectError(await get(setting, 'ALL'), 400, 'BadRequest', /8 MiB/);
    expect((await get(setting, 'ALL', { expandSecretReferences: 'false' })).status).to.equal(200);
  });

  it('are authorized by what the reader may read where they lead', async () => {
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

  it('to a folder or environment that is not there are nobody’s secret', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${process.env.HOME} ${HOME}' });
    const onlyA = await newReader(world(), setting, rule('read', { environment: 'dev', secretName: 'A' }));
    expect(valueOf(await get(setting, 'A', {}, onlyA))).to.equal('${process.env.HOME} ${HOME}');
  });

  it('are not followed from a value that is hidden', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '${prod.P}', 'dev:/:B': 'b', 'prod:/:P': 'secret' });
    const reader = await newReader(world(), setting, rule('describeSecret'), rule('readValue', { secretName: 'B' }));
    expect(secretsIn(await list(setting, {}, reader))).to.equal('A=<hidden-by-infisical> B=b');
  });

  it('look among imports too, and those of imported secrets from where they are imported', async () => {
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

  it('put a value on one line that is to be, when they are replaced', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:LINES': 'a\nb' });
    await newSecret(world(), setting, 'ONE', { secretValue: '${LINES}', skipMultilineEncoding: true });
    await newSecret(world(), setting, 'PLAIN', { secretValue: 'a\nb', skipMultilineEncoding: true });
    expect(valueOf(await get(setting, 'ONE'))).to.equal('"a\\nb"');
    expect(valueOf(await get(setting, 'PLAIN'))).to.equal('a\nb');
  });

  it('refuse a value that refers to too much', async () => {
    const setting = await newProjectWithSecrets(world());
    const refers = (count: number) => ({
      secretValue: Array.from({ length: count }, (_, index) => `\${K${index}}`).join(''),
    });
    const create = secretCall(world, 'createSecret');
    expect((await create(setting, 'MANY', refers(500))).status).to.equal(200);
    expect((await create(setting, 'MORE', refers(501))).status).to.equal(422);
  });
});
