import { expect } from 'chai';
import { auditLogSettled } from '../support/expect/audit.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';
import { Follower } from '../support/clients/followers.ts';
import { sallyport, waitForExit } from '../support/world/program.ts';
import { newStorage, ownWorld, startWorld, type World } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

describe('sallyport access, grant, audit and project', () => {
  let world: World;
  let setting: TestSecrets;
  let where: string;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
    setting = await newProjectWithSecrets(world, ['/app']);
    where = `${setting.project.slug}:dev:/app`;
  });

  const start = (args: readonly string[]) =>
    sallyport([...args], { SALLYPORT_URL: world.server.url, SALLYPORT_TOKEN: setting.admin.token });
  const run = async (...args: readonly string[]) => {
    const { code, out, err } = await waitForExit(start(args));
    expect(code, err).to.equal(0);
    return { out, err };
  };

  it('explains why somebody is allowed something, or not', async () => {
    const user = await world.newUser(setting.organization, 'member');
    const stranger = await waitForExit(start(['access', 'explain', user.email, 'readValue', where]));
    expect(stranger).to.deep.include({ code: 1, out: '' });
    expect(stranger.err).to.match(/^The server refused \(404\): .+\n$/);
    await addToProject(world, setting.project, user, 'viewer');
    for (const args of [
      ['access', 'explain', `x${user.email}`, 'readValue', where],
      ['grant', `x${user.email}`, 'readValue', where, '--for', '2h'],
    ])
      expect((await waitForExit(start(args))).err).to.include(`Did you mean ${user.email}?`);

    const { id } = await newProjectIdentity(world, setting, [
      { subject: 'secrets', action: 'readValue', conditions: { secretName: 'A:B' } },
    ]);
    const asked = ['access', 'explain', `identity:${id}`, 'readValue'];
    const { out } = await run(...asked, `${where}:A:B`);
    expect(out)
      .to.match(/^Allowed\.\n/)
      .and.to.include(`  where        ${where}:A:B\n`);
    const refused = JSON.parse((await run(...asked, where, '--json')).out);
    expect(refused).to.deep.include({ isAllowed: false, decidedBy: null });
  });

  it('prints the address that explains a refusal', async () => {
    const identity = await newProjectIdentity(world, setting, [
      { subject: 'identity', action: 'read' },
      { subject: 'environments', action: 'read' },
    ]);
    const environment = { SALLYPORT_URL: world.server.url, SALLYPORT_TOKEN: identity.token };
    const { code, err } = await waitForExit(
      sallyport(['export', '--project', setting.project.id, '--env', 'dev'], environment),
    );
    expect(code, err).to.equal(1);
    const [, address] = /^dev: The server refused \(403\): .*\nWhy: (\S+)\n$/.exec(err) ?? [];
    const url = new URL(address!);
    expect(url.href).to.contain(`${world.server.url}/p/${setting.project.slug}/access/explain?`);
    expect(Object.fromEntries(url.searchParams)).to.include({ subject: 'secrets', environment: 'dev' });
  });

  it('refuses unknown projects, environments and folders, and says which there are', async () => {
    const { slug } = setting.project;
    for (const [place, message] of [
      [`${slug.slice(0, -1)}:dev`, `Did you mean ${slug}?`],
      [
        `${slug}:prd`,
        `The project ${slug} has no environment 'prd'. Did you mean prod? There are: dev, staging, prod.`,
      ],
      [`${slug}:dev:/ap`, `The environment dev of ${slug} has no folder '/ap'. Did you mean /app? There are: /app.`],
      [`${slug}:dev:/app/x/y`, `has no folder '/app/x'. There are none.`],
    ] as const) {
      for (const args of [
        ['access', 'who', place],
        ['access', 'explain', setting.admin.email, 'readValue', place],
        ['grant', setting.admin.email, 'readValue', place, '--for', '1h'],
      ]) {
        const { code, out, err } = await waitForExit(start(args));
        expect({ code, out }, args.join(' ')).to.deep.equal({ code: 1, out: '' });
        expect(err).to.include(message);
      }
    }
  });

  it('lists who is allowed something as a table, with control characters replaced', async () => {
    const identity = await newProjectIdentity(world, setting, 'viewer');
    await world.server.parts.database.transaction(ofInstance, ({ db }) =>
      db('identities').where({ id: identity.id }).update({ name: 'red \u001b[31m' }),
    );
    const { out, err } = await run('access', 'who', where);
    expect(out.split('\n')[0]).to.match(/^WHO +TYPE +FROM +UNTIL +THROUGH$/);
    expect(out).to.match(/^red \?\[31m +identity +now +- +role viewer$/m);
    expect(err).to.equal('');
    const page = JSON.parse((await run('access', 'who', where, '--limit', '1', '--json')).out);
    expect(page.actors).to.have.length(1);
  });

  it('grants something to a user or an identity for a time by the clock of the server, and revokes it', async () => {
    const user = await world.newUser(setting.organization, 'member');
    await addToProject(world, setting.project, user, 'no-access');
    const identity = await newProjectIdentity(world, setting, 'no-access');
    const mayRead = async (who: string, secretPath: string): Promise<boolean> =>
      JSON.parse(
        (await run('access', 'explain', who, 'readValue', `${setting.project.slug}:dev:${secretPath}`, '--json')).out,
      ).isAllowed;

    const { out } = await run('grant', user.email, 'describeSecret,readValue', where, '--for', '2h');
    expect(out).to.match(/^ {2}until {8}2030-01-01T02:00:00Z$/m);
    const [, command] = /^To end it: sallyport (revoke .+)$/m.exec(out)!;
    expect(await mayRead(user.email, '/app')).to.equal(true);
    expect(await mayRead(user.email, '/')).to.equal(false);
    await run(...command!.split(' '));
    expect(await mayRead(user.email, '/app')).to.equal(false);
    const again = await waitForExit(start(command!.split(' ')));
    expect(again.code).to.equal(1);
    expect(again.err).to.match(/ has no privilege \S+ in this project\. There are none\.\n$/);

    const values = await run('grant', `identity:${identity.id}`, 'readValue', `${where}/**`, '--permanent', '--json');
    expect(values.err).to.include('may not see the names there').and.to.include('grant read instead');
    expect((await run('grant', `identity:${identity.id}`, 'read', `${where}/**`, '--for', '2h')).err).to.equal('');
    const granted = JSON.parse(values.out);
    expect(granted).to.deep.include({ isTemporary: false });
    expect(granted.permissions[0].conditions).to.deep.equal({ environment: 'dev', secretPath: { $glob: '/app/**' } });
  });

  it('shows the audit log, also of one secret, and follows it', async () => {
    const identity = await newProjectIdentity(world, setting, 'no-access');
    await newSecret(world, setting, 'AUDITED', { secretPath: '/app' });
    await world.call('createEnvironment', {
      as: identity,
      params: { projectId: setting.project.id },
      body: { name: 'Test', slug: 'test' },
    });
    await auditLogSettled(world);
    const since = ['--since', '2029-12-31T00:00:00Z'];
    const args = ['audit', '--project', setting.project.slug, ...since];
    const refused = await run(...args, '--refused', '--actor', `identity:${identity.id}`);
    expect(refused.out).to.match(/create-environment-refused/);
    const ofSecret = JSON.parse((await run(...args, '--secret', 'dev:/app:AUDITED', '--json')).out);
    expect(ofSecret.map(({ event }: any) => event.type))
      .to.include('create-secret')
      .and.not.include('get-secret');

    const follower = new Follower(start([...args, '--follow', '--limit', '1']), setting.admin.token);
    await follower.waitForOutput('out', /\n/);
    await newSecret(world, setting, 'ARRIVED', { secretPath: '/app' });
    await follower.waitForOutput('out', /create-secret .*dev:\/app ARRIVED\n/);
    expect(await follower.end()).to.equal(0);
    expect(follower.out.match(/ARRIVED/g)).to.have.length(1);
  });

  it('follows the audit log over restarts of the server, and prints every entry once', async () => {
    const storage = await newStorage('sqlite');
    const first = await startWorld(storage);
    const there = await newProjectWithSecrets(first, ['/app']);
    await newSecret(first, there, 'BEFORE', { secretPath: '/app' });
    const env = { SALLYPORT_URL: first.server.url, SALLYPORT_TOKEN: there.admin.token };
    const follower = new Follower(
      sallyport(['audit', '--project', there.project.slug, '--since', '2029-12-31T00:00:00Z', '--follow'], env),
      there.admin.token,
    );
    await follower.waitForOutput('out', /BEFORE\n/);
    await first.server.stop();
    await follower.waitForOutput('err', /No server responds at .* Trying again in 1 s\.\n/);
    const second = await startWorld({ ...storage, PORT: new URL(first.server.url).port });
    // While the program waits.
    await newSecret(second, there, 'MEANWHILE', { secretPath: '/app' });
    await follower.waitForOutput('err', /Reconnected\.\n/);
    await newSecret(second, there, 'AFTER', { secretPath: '/app' });
    await follower.waitForOutput('out', /AFTER\n/);
    await second.server.stop();
    await follower.waitForOutput('err', /Reconnected\.\n.*Trying again in 1 s\.\n/);
    // Also during the wait.
    expect(await follower.end()).to.equal(0);
    expect(follower.out.match(/BEFORE|MEANWHILE|AFTER/g)).to.have.members(['BEFORE', 'MEANWHILE', 'AFTER']);
  });

  it('lists projects', async () => {
    expect((await run('project', 'list')).out).to.match(
      new RegExp(`^${setting.project.slug} .* dev, .*${setting.project.id}$`, 'm'),
    );
  });

  it('creates a project, of which the caller is a member', async () => {
    const { id, slug } = JSON.parse((await run('project', 'create', 'Rockets', '--slug', 'rockets-two', '--json')).out);
    expect(slug).to.equal('rockets-two');
    expect((await run('project', 'list')).out).to.include(id);
  });

  it('exits with 2 for a place, an actor or a number that it cannot read', async () => {
    for (const args of [
      ['access', 'explain', 'ada@example.com', 'readValue', 'rockets:prod:payments'],
      ['access', 'who', 'rockets', '--limit', '0'],
      ['audit', '--since', 'someday'],
      ['grant', 'ada@example.com', 'readValue', 'rockets'],
      ['audit', '--actor', 'Build server'],
    ]) {
      const { code, out } = await waitForExit(start(args));
      expect({ code, out }, args.join(' ')).to.deep.equal({ code: 2, out: '' });
    }
  });
});
