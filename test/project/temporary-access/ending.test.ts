import { expect } from 'chai';
import { actOnDue } from '../../../src/due.ts';
import { startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { databaseKinds } from '../../support/world/world.ts';

const day = 86_400;

/** A role that ends on the third of January. */
const untilThird = {
  isTemporary: true,
  temporaryMode: 'relative' as const,
  temporaryRange: '2d',
  temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
  temporaryAccessEndTime: '2030-01-03T00:00:00.000Z',
};

after(closeMailServers);

for (const kind of databaseKinds) {
  describe(`access that ends [${kind}]`, () => {
    let mail: MailWorld;
    before(async () => {
      mail = await startWithMail(kind);
    });
    const act = (seconds: number): Promise<void> =>
      mail.world.clock.later(seconds, async () => {
        const { parts } = mail.world.server;
        await Promise.all([actOnDue(parts), actOnDue(parts)]);
        await mail.mailer.idle();
      });
    const newSetting = async () => {
      const { world } = mail;
      const organization = await world.newOrganization();
      const admin = await world.newUser(organization, 'admin');
      const project = await newProject(world, organization, { name: 'Payments' });
      await addToProject(world, project, admin, 'admin');
      return { world, organization, admin, project };
    };
    const bodiesTo = ({ email }: { email: string }): string[] => mail.mailServer.mailsTo(email).map(({ body }) => body);

    it('is announced once to the user who has it, a day before', async () => {
      const { world, organization, admin, project } = await newSetting();
      const user = await world.newUser(organization, 'member');
      await addToProject(world, project, user, 'viewer', untilThird);
      const { status } = await world.call('createUserPrivilege', {
        as: admin,
        body: {
          projectMembershipId: (await world.server.parts.stores.projectUsers.findOfUser(project.id, user.id))!.id,
          slug: 'deploy',
          permissions: [{ subject: 'secrets', action: ['describeSecret'] }],
          type: untilThird,
        },
      });
      expect(status).to.equal(200);
      await act(day - 1);
      expect(bodiesTo(user)).to.deep.equal([]);
      await act(day);
      await act(day + 60);
      expect(bodiesTo(user)).to.have.length(1);
      expect(bodiesTo(user)[0])
        .to.include('This access to the project "Payments" ends soon:')
        .and.include('- the role "viewer", at 2030-01-03T00:00:00.000Z\r\n')
        .and.include('- the privilege "deploy", at 2030-01-03T00:00:00.000Z\r\n');
      expect(bodiesTo(admin)).to.deep.equal([]);
    });

    it('of a machine identity is announced to the administrators of the project', async () => {
      const { world, organization, admin, project } = await newSetting();
      const viewer = await world.newUser(organization, 'admin');
      await addToProject(world, project, viewer, 'viewer');
      await addToProject(world, project, await world.newIdentity(organization, 'member'), 'member', untilThird);
      await act(day);
      expect(bodiesTo(admin)).to.have.length(1);
      expect(bodiesTo(admin)[0]).to.include('- the role "member" of "Test identity", at 2030-01-03');
      expect(bodiesTo(viewer)).to.deep.equal([]);
    });

    it('of a group is announced to its users', async () => {
      const { world, organization, admin, project } = await newSetting();
      const user = await world.newUser(organization, 'member');
      const group = await newGroup(world, organization);
      await addToGroup(world, group, user);
      await addToProject(world, project, { groupId: group.id }, 'viewer', untilThird);
      await act(day);
      expect(bodiesTo(user)[0]).to.include(`- the role "viewer" of "${group.name}", at 2030-01-03`);
      expect(bodiesTo(admin)).to.deep.equal([]);
    });
  });
}
