import { InfisicalSDK } from '@infisical/sdk';
import { expect } from 'chai';
import { newProjectWithEnvironments } from '../support/environments.ts';
import { newProjectSetting } from '../support/project-users.ts';
import { newProjectWithFolders } from '../support/secret-folders.ts';
import { newMachine, newSecret } from '../support/universal-auth.ts';
import { onEachDatabase } from '../support/world.ts';

onEachDatabase('the Node SDK of Infisical, unmodified', (world) => {
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
    const project = await sdk.projects().create({ projectName: 'Made with the SDK', type: 'secret-manager', projectDescription: 'A first one.' });
    expect(project).to.include({ name: 'Made with the SDK', description: 'A first one.', type: 'secret-manager' });
    expect((await world().call('getProjectBySlug', { as: machine, params: { slug: project.slug } })).body.id).to.equal(project.id);
  });

  it('adds users to a project', async () => {
    const { admin, project, newcomer, stored } = await newProjectSetting(world());
    const [one, other] = [await newcomer(), await newcomer()];
    const sdk = new InfisicalSDK({ siteUrl: world().server.url }).auth().accessToken(admin.token);
    const memberships = await sdk.projects().inviteMembers({ projectId: project.id, emails: [one.email], usernames: [other.email], roleSlugs: ['viewer'] });
    expect(memberships.map(({ userId, projectId }) => `${userId} ${projectId}`)).to.have.members([one, other].map(({ id }) => `${id} ${project.id}`));
    expect(await stored()).to.include.members([`${one.id} viewer`, `${other.id} viewer`]);
  });

  it('says what the server said when it is refused', async () => {
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
    const environment = await sdk.environments().create({ name: 'Quality assurance', slug: 'qa', projectId: project.id, position: 1 });
    expect(environment).to.include({ name: 'Quality assurance', slug: 'qa', projectId: project.id, position: 1 });
    expect(await order()).to.equal('qa dev staging prod');
  });

  it('creates folders, and lists them', async () => {
    const { admin, project, tree } = await newProjectWithFolders(world());
    const folders = new InfisicalSDK({ siteUrl: world().server.url }).auth().accessToken(admin.token).folders();
    const place = { projectId: project.id, environment: 'dev' };
    const folder = await folders.create({ ...place, name: 'api', path: '/services', description: 'Made with the SDK' });
    expect(folder).to.include({ name: 'api', description: 'Made with the SDK' });
    expect(await tree()).to.equal('/services /services/api');
    expect((await folders.listFolders(place)).map(({ name }) => name)).to.deep.equal(['services']);
    expect((await folders.listFolders({ ...place, path: '/services' })).map(({ id }) => id)).to.deep.equal([folder.id]);
    expect((await folders.listFolders({ ...place, recursive: true })).map(({ name }) => name)).to.deep.equal(['api', 'services']);
  });
});
