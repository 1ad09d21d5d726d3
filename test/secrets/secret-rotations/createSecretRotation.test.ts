import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newRotationSetting, ofRotation } from '../../support/fixtures/secret-rotations.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createSecretRotation', (world) => {
  it('changes the passwords of both users, and writes the first into two secrets', async () => {
    const { target, users, create, secrets, call, project } = await newRotationSetting(world());
    const { status, body } = await create();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.secretRotation).to.deep.include({
      type: 'postgres-credentials',
      activeIndex: 0,
      rotationStatus: 'success',
      nextRotationAt: '2030-01-31T00:00:00.000Z',
      secretsMapping: { username: 'DB_USER', password: 'DB_PASSWORD' },
    });
    for (const user of users) expect(await target.canLogIn(user)).to.equal(false);
    const now = await secrets();
    expect(now.username).to.equal(users[0].username);
    expect(await target.canLogIn(now)).to.equal(true);
    expect(JSON.stringify(body)).not.to.include(now.password);
    const query = { projectId: project.id, environment: 'dev' };
    const { secret } = (await call('getSecret', { params: { secretName: 'DB_USER' }, query })).body;
    expect(secret).to.include({ isRotatedSecret: true, rotationId: body.secretRotation.id });
  });

  it('makes passwords as required', async () => {
    const { users, create, secrets, target } = await newRotationSetting(world());
    const required = { lowercase: 0, uppercase: 0, digits: 4, symbols: 2 };
    const passwordRequirements = { length: 20, required, allowedSymbols: '@#' };
    const [one, two] = users;
    await create({ parameters: { username1: one.username, username2: two.username, passwordRequirements } });
    const { username, password } = await secrets();
    expect(password).to.match(/^[\d@#]{20}$/);
    expect(await target.canLogIn({ username, password })).to.equal(true);
  });

  it('uses the statement of the request, also with symbols in the password', async () => {
    const { users, create, secrets, target } = await newRotationSetting(world());
    const rotationStatement = `ALTER ROLE "{{username}}" PASSWORD '{{password}}' CONNECTION LIMIT 7`;
    const required = { lowercase: 1, uppercase: 1, digits: 1, symbols: 5 };
    const passwordRequirements = { length: 30, required, allowedSymbols: '&<>=%' };
    const [one, two] = users;
    const parameters = { username1: one.username, username2: two.username, rotationStatement, passwordRequirements };
    expect((await create({ parameters })).status).to.equal(200);
    expect(await target.canLogIn(await secrets())).to.equal(true);
  });

  it('refuses a statement without the name or the password, and other placeholders', async () => {
    const { users, create } = await newRotationSetting(world());
    const username1 = users[0].username;
    for (const rotationStatement of [`ALTER ROLE "{{username}}"`, `{{username}} {{password}} {{host}}`])
      expect((await create({ parameters: { username1, rotationStatement } })).status).to.equal(422);
  });

  it('refuses names of secrets that exist, a missing folder and the user of the connection', async () => {
    const { create, call, project, credentials, users } = await newRotationSetting(world());
    await call('createSecret', {
      params: { secretName: 'TAKEN' },
      body: { projectId: project.id, environment: 'dev', secretValue: 'x' },
    });
    const secretsMapping = { username: 'TAKEN', password: 'DB_PASSWORD' };
    expectError(await create({ secretsMapping }), 400, 'BadRequest', /'TAKEN'/);
    expectError(await create({ secretPath: '/none' }), 400, 'BadRequest', /no folder '\/none'/);
    const parameters = { username1: users[0].username, username2: credentials.username };
    expectError(await create({ parameters }), 400, 'BadRequest', /user of the connection/);
  });

  it('refuses a user that another rotation of the connection changes', async () => {
    const { create } = await newRotationSetting(world());
    expect((await create()).status).to.equal(200);
    const secretsMapping = { username: 'OTHER_USER', password: 'OTHER_PASSWORD' };
    expectError(await create({ name: 'second', secretsMapping }), 400, 'BadRequest', /changes one of the users/);
  });

  it('leaves nothing behind if the system refuses, and says why without a password', async () => {
    const { create, call, project } = await newRotationSetting(world());
    const parameters = { username1: 'nobody_has_this_name' };
    const response = await create({ parameters });
    expectError(response, 400, 'BadRequest', /Failed to set the passwords: .*does not exist/);
    const list = await call('listSecretRotations', { query: { projectId: project.id } });
    expect(list.body.secretRotations).to.deep.equal([]);
    expect((await create()).status).to.equal(200);
  });

  it('needs the right to use the connection, and to create the secrets', async () => {
    const setting = await newRotationSetting(world());
    const rotate = { subject: 'secret-rotation', action: ['create'] };
    const write = { subject: 'secrets', action: ['create'] };
    const use = { subject: 'app-connections', action: ['connect-app-connections'] };
    for (const [rules, status] of [
      [[rotate, write], 403],
      [[rotate, use], 403],
      [[write, use], 403],
      [[rotate, write, use], 200],
    ] as const) {
      const as = await newProjectIdentity(world(), setting, [...rules]);
      const { users, project, connectionId } = setting;
      const response = await world().call('createSecretRotation', {
        as,
        params: { type: 'postgres-credentials' },
        body: {
          name: 'orders',
          ...{ projectId: project.id, connectionId, environment: 'dev', secretPath: '/', rotationInterval: 30 },
          parameters: { username1: users[0].username },
          secretsMapping: { username: 'DB_USER', password: 'DB_PASSWORD' },
        },
      });
      expect(response.status, JSON.stringify(response.body)).to.equal(status);
    }
  });

  it('shows the credentials that it knows to those who may read them', async () => {
    const { create, call, secrets } = await newRotationSetting(world());
    const { id } = (await create()).body.secretRotation;
    const { body } = await call('getGeneratedCredentials', { params: ofRotation(id) });
    expect(body).to.deep.equal({
      generatedCredentials: [await secrets()],
      activeIndex: 0,
      rotationId: id,
      type: 'postgres-credentials',
    });
  });

  it('makes a rotation that is found by its name and in the list of its kind', async () => {
    const { create, call, project } = await newRotationSetting(world());
    const { id } = (await create()).body.secretRotation;
    const type = 'postgres-credentials';
    const named = await call('getSecretRotationByName', {
      params: { type, rotationName: 'orders' },
      query: { projectId: project.id, environment: 'dev', secretPath: '/' },
    });
    expect(named.body.secretRotation.id).to.equal(id);
    const list = await call('listSecretRotationsOfType', { params: { type }, query: { projectId: project.id } });
    expect(list.body.secretRotations.map((one: { id: string }) => one.id)).to.deep.equal([id]);
    const { secretRotationOptions } = (await call('listSecretRotationOptions')).body;
    const kinds = secretRotationOptions.map((one: { type: string; connection: string }) => [one.type, one.connection]);
    expect(kinds).to.deep.equal([
      ['ldap-password', 'ldap'],
      ['mysql-credentials', 'mysql'],
      ['postgres-credentials', 'postgres'],
      ['redis-credentials', 'redis'],
    ]);
  });
});
