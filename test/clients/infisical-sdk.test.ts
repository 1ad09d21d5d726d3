import { InfisicalSDK, SecretType } from '@infisical/sdk';
import { expect } from 'chai';
import { newProjectWithEnvironments } from '../support/fixtures/environments.ts';
import { newProjectWithSecrets } from '../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../support/fixtures/projects.ts';
import { newProjectSetting } from '../support/fixtures/project-users.ts';
import { newProjectWithFolders } from '../support/fixtures/secret-folders.ts';
import { newImport, newSecrets } from '../support/fixtures/secret-reads.ts';
import { newMachine, newSecret } from '../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../support/world/world.ts';

onEachDatabase('the unmodified Node SDK of Infisical', (world) => {
  it('logs in with universal auth, and renews its token', async () => {
    const machine = await newMachine(world(), { accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    const { secret } = await newSecret(world(), machine);
    const sdk = new InfisicalSDK({ siteUrl: world().server.url });
    const loggedIn = await sdk.auth().universalAuth.login({ clientId: machine.clientId, clientSecret: secret });
    const token = loggedIn.auth().getAccessToken();
    expect((await world().call('listOrganizations', { as: { token: token! } })).status).to.equal(200);

    await world().clock.later(30, async () => {
      const renewed = (await loggedIn.auth().universalAuth.renew()).auth().getAccessToken();
      expect(renewed).not.to.equal(token);
      await world().clock.later(45, async () => {
        expect((await world().call('listOrganizations', { as: { token: renewed! } })).status).to.equal(200);
        expect((await world().call('listOrganizations', { as: { token: token! } })).status).to.equal(401);
      });
    });
  });

  it('creates a project', async () => {
    const machine = await world().newIdentity(await world().newOrganization(), 'member');
    const sdk = new InfisicalSDK({ siteUrl: world().server.url }).auth().accessToken(machine.token);
    const project = await sdk
      .projects()
      .create({ projectName: 'Made with the SDK', type: 'secret-manager', projectDescription: 'A first one.' });
    expect(project).to.include({ name: 'Made with the SDK', description: 'A first one.', type: 'secret-manager' });
    expect((await world().call('getProjectBySlug', { as: machine, params: { slug: project.slug } })).body.id).to.equal(
      project.id,
    );
  });

  it('adds users to a project', async () => {
    const { admin, project, newcomer, stored } = await newProjectSetting(world());
    const [one, other] = [await newcomer(), await newcomer()];
    const sdk = new InfisicalSDK({ siteUrl: world().server.url }).auth().accessToken(admin.token);
    const memberships = await sdk
      .projects()
      .inviteMembers({ projectId: project.id, emails: [one.email], usernames: [other.email], roleSlugs: ['viewer'] });
    expect(memberships.map(({ userId, projectId }) => `${userId} ${projectId}`)).to.have.members(
      [one, other].map(({ id }) => `${id} ${project.id}`),
    );
    expect(await stored()).to.include.members([`${one.id} viewer`, `${other.id} viewer`]);
  });

  it('reports the message of the server if it is refused', async () => {
    const machine = await newMachine(world());
    const sdk = new InfisicalSDK({ siteUrl: world().server.url });
    const error = await sdk
      .auth()
      .universalAuth.login({ clientId: machine.clientId, clientSecret: 'wrong' })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).with.property('message').that.contains('Invalid credentials');
  });

  it('creates an environment', async () => {
    const { admin, project, order } = await newProjectWithEnvironments(world());
    const sdk = new InfisicalSDK({ siteUrl: world().server.url }).auth().accessToken(admin.token);
    const environment = await sdk
      .environments()
      .create({ name: 'Quality assurance', slug: 'qa', projectId: project.id, position: 1 });
    expect(environment).to.include({ name: 'Quality assurance', slug: 'qa', projectId: project.id, position: 1 });
    expect(await order()).to.equal('qa dev staging prod');
  });

  it('creates folders, and lists them', async () => {
    const { admin, project, tree } = await newProjectWithFolders(world());
    const folders = new InfisicalSDK({ siteUrl: world().server.url }).auth().accessToken(admin.token).folders();
    const location = { projectId: project.id, environment: 'dev' };
    const folder = await folders.create({
      ...location,
      name: 'api',
      path: '/services',
      description: 'Made with the SDK',
    });
    expect(folder).to.include({ name: 'api', description: 'Made with the SDK' });
    expect(await tree()).to.equal('/services /services/api');
    expect((await folders.listFolders(location)).map(({ name }) => name)).to.deep.equal(['services']);
    expect((await folders.listFolders({ ...location, path: '/services' })).map(({ id }) => id)).to.deep.equal([
      folder.id,
    ]);
    expect((await folders.listFolders({ ...location, recursive: true })).map(({ name }) => name)).to.deep.equal([
      'api',
      'services',
    ]);
  });

  it('does a complete set-up: login, project, environment, folder, secrets', async () => {
    const machine = await newMachine(world());
    const { secret: clientSecret } = await newSecret(world(), machine);
    const sdk = await new InfisicalSDK({ siteUrl: world().server.url })
      .auth()
      .universalAuth.login({ clientId: machine.clientId, clientSecret });
    const { id: projectId } = await sdk.projects().create({ projectName: 'From nothing', type: 'secret-manager' });
    await sdk.environments().create({ name: 'Tests', slug: 'tests', projectId });
    await sdk.folders().create({ projectId, environment: 'tests', name: 'app', path: '/' });
    const location = { projectId, environment: 'tests', secretPath: '/app' };
    await sdk.secrets().createSecret('KEY', { ...location, secretValue: 'v' });
    expect((await sdk.secrets().getSecret({ ...location, secretName: 'KEY' })).secretValue).to.equal('v');
  });

  describe('with secrets', () => {
    const setting = async () => {
      const made = await newProjectWithSecrets(world());
      const secretsOf = ({ token }: { token: string }) =>
        new InfisicalSDK({ siteUrl: world().server.url }).auth().accessToken(token).secrets();
      const machine = await newProjectIdentity(world(), made, 'admin');
      return {
        ...made,
        secretsOf,
        machine,
        secrets: secretsOf(machine),
        location: { projectId: made.project.id, environment: 'dev' },
      };
    };
    const refusal = (work: Promise<unknown>): Promise<Error> =>
      work.then(
        () => expect.fail('it was not refused'),
        (error: unknown) => error as Error,
      );

    it('creates, gets, updates and deletes a secret with all options', async () => {
      const { secrets, location, project, red, blue } = await setting();
      const options = {
        secretPath: '/app',
        secretComment: 'Why',
        tagIds: [red.id],
        skipMultilineEncoding: true,
        secretReminderNote: 'Rotate it',
        secretReminderRepeatDays: 30,
      };
      const { secret } = await secrets.createSecret('KEY with space', { ...location, ...options, secretValue: 'v' });
      expect(secret).to.include({
        secretKey: 'KEY with space',
        secretValue: 'v',
        secretComment: 'Why',
        workspace: project.id,
        environment: 'dev',
        version: 1,
        type: 'shared',
        skipMultilineEncoding: true,
      });
      const found = await secrets.getSecret({ ...location, secretPath: '/app', secretName: 'KEY with space' });
      expect(found).to.deep.equal(secret);
      expect(found).to.deep.include({
        secretReminderNote: 'Rotate it',
        secretReminderRepeatDays: 30,
        tags: [{ id: red.id, slug: 'red', name: 'red', color: red.color }],
      });

      const { secret: updated } = await secrets.updateSecret('KEY with space', {
        ...location,
        secretPath: '/app',
        secretValue: 'w',
        newSecretName: 'KEY',
        tagIds: [blue.id],
        metadata: { ignored: 'here' },
      });
      expect(updated).to.include({
        id: secret.id,
        secretKey: 'KEY',
        secretValue: 'w',
        secretComment: 'Why',
        version: 2,
      });
      expect(
        (await secrets.getSecret({ ...location, secretPath: '/app', secretName: 'KEY', version: 2 })).secretValue,
      ).to.equal('w');
      expect((await secrets.deleteSecret('KEY', { ...location, secretPath: '/app' })).secret.id).to.equal(secret.id);
      expect((await secrets.listSecrets({ ...location, secretPath: '/app' })).secrets).to.deep.equal([]);
    });

    it('lists secrets with subfolders, tags, imports and expanded references, or without values', async () => {
      const made = await setting();
      const { secrets, location, red } = made;
      await newSecrets(world(), made, {
        'dev:/:A': 'see ${B}',
        'dev:/:B': 'b',
        'dev:/app:C': 'c',
        'prod:/:P': 'p',
        'prod:/:B': 'not this one',
      });
      await secrets.updateSecret('B', { ...location, tagIds: [red.id] });
      await newImport(world(), made, 'dev:/', 'prod:/');
      const shown = (list: readonly { secretKey: string; secretValue: string }[]): string =>
        list.map(({ secretKey, secretValue }) => `${secretKey}=${secretValue}`).join(' ');
      expect(shown((await secrets.listSecrets(location)).secrets)).to.equal('A=see b B=b');
      expect(shown((await secrets.listSecrets({ ...location, expandSecretReferences: false })).secrets)).to.equal(
        'A=see ${B} B=b',
      );
      expect(shown((await secrets.listSecrets({ ...location, recursive: true })).secrets)).to.equal('A=see b B=b C=c');
      expect(shown((await secrets.listSecrets({ ...location, tagSlugs: ['red', 'blue'] })).secrets)).to.equal('B=b');
      expect(shown((await secrets.listSecrets({ ...location, viewSecretValue: false })).secrets)).to.equal(
        'A=<hidden-by-infisical> B=<hidden-by-infisical>',
      );
      expect(shown(await secrets.listSecretsWithImports(location))).to.equal('A=see b B=b P=p');
      expect((await secrets.getSecret({ ...location, secretName: 'A' })).secretValue).to.equal('see b');
      expect(
        (await secrets.getSecret({ ...location, secretName: 'A', expandSecretReferences: false })).secretValue,
      ).to.equal('see ${B}');
      expect((await secrets.getSecret({ ...location, secretName: 'A', viewSecretValue: false })).secretValue).to.equal(
        '<hidden-by-infisical>',
      );
    });

    it('supports personal secrets with the token of a user, but not of a machine identity', async () => {
      const made = await setting();
      const { secrets, location } = made;
      const own = made.secretsOf(made.admin);
      await secrets.createSecret('KEY', { ...location, secretValue: 'shared' });
      await own.createSecret('KEY', { ...location, secretValue: 'own', type: SecretType.Personal });
      expect((await own.getSecret({ ...location, secretName: 'KEY', type: SecretType.Personal })).secretValue).to.equal(
        'own',
      );
      expect((await own.listSecrets(location)).secrets.map(({ secretValue }) => secretValue)).to.deep.equal([
        'shared',
        'own',
      ]);
      expect((await secrets.listSecrets(location)).secrets.map(({ secretValue }) => secretValue)).to.deep.equal([
        'shared',
      ]);
      expect(
        (await own.updateSecret('KEY', { ...location, secretValue: 'mine', type: SecretType.Personal })).secret.type,
      ).to.equal('personal');
      await own.deleteSecret('KEY', { ...location, type: SecretType.Personal });
      expect(
        (await refusal(secrets.createSecret('KEY', { ...location, secretValue: 'v', type: SecretType.Personal })))
          .message,
      ).to.contain('Only users');
    });

    it('reports the message of the server if it is refused', async () => {
      const made = await setting();
      const { secrets, location } = made;
      await secrets.createSecret('KEY', { ...location, secretValue: 'v' });
      const viewer = made.secretsOf(await newProjectIdentity(world(), made, 'viewer'));
      const refusals: [() => Promise<unknown>, number, string][] = [
        [() => secrets.createSecret('KEY', { ...location, secretValue: 'v' }), 400, 'Secret already exists'],
        [() => secrets.getSecret({ ...location, secretName: 'NONE' }), 404, "'NONE'"],
        [() => secrets.listSecrets({ ...location, secretPath: '/none' }), 404, "'/none'"],
        [() => secrets.updateSecret('NONE', { ...location, secretValue: 'v' }), 404, 'Secret not found'],
        [() => secrets.deleteSecret('NONE', location), 404, 'Secret not found'],
        [() => viewer.deleteSecret('KEY', location), 403, 'delete secrets'],
      ];
      for (const [work, status, message] of refusals)
        expect((await refusal(work())).message)
          .to.contain(message)
          .and.contain(`[StatusCode=${status}]`);
      expect(
        (await refusal(secrets.createSecret('a:b', { ...location, secretValue: 'v' }))).message,
        'a list of issues is more than it can show',
      ).to.contain('422');
    });
  });
});
