import { expect } from 'chai';
import { newSecret } from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { listen } from '../../support/clients/streams.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ended, endCases } from './ends.cases.ts';
import { maySubscribe, projectParams, subscriberFixtures } from './ends.fixtures.ts';

const creation = [{ event: 'secret:create' }];

onEachDatabase('an event stream ends', (world) => {
  const { newSetting, newIdentity } = subscriberFixtures(world);

  for (const [title, prepare, reason] of endCases(world)) {
    it(`when ${title}, before the next event, and other streams stay open`, async () => {
      const setting = await newSetting();
      const { as, end, later = 0 } = await prepare(setting);
      const { hub } = world().server.parts.eventStreams;
      const other = await listen(world(), setting.admin, setting.project.id, creation);
      const first = await listen(world(), as, setting.project.id, creation);
      await newSecret(world(), setting, 'BEFORE');
      expect(await first.received()).to.deep.equal(['secret:create dev:/ BEFORE']);
      await end();
      await world().clock.later(later, async () => {
        await newSecret(world(), setting, 'AFTER');
        await world().server.parts.eventStreams.settled();
      });
      expect(await first.reason()).to.match(reason);
      expect(await first.frames()).to.have.length(1);
      expect(await other.received()).to.deep.equal(['secret:create dev:/ BEFORE', 'secret:create dev:/ AFTER']);
      expect(hub.countOf(setting.project.id)).to.equal(1);
      other.close();
    });
  }

  it('at a ping, without another event', async () => {
    const setting = await newSetting();
    const as = await newIdentity(setting);
    const stream = await listen(world(), as, setting.project.id, creation);
    await setting.act('revokeTokenAuthToken', { params: { tokenId: as.tokenId } });
    await world().server.parts.eventStreams.hub.ping();
    expect(await stream.reason()).to.match(ended);
  });

  it('when the project is deleted', async () => {
    const setting = await newSetting();
    const stream = await listen(world(), setting.admin, setting.project.id);
    await setting.act('deleteProject', { params: projectParams(setting) });
    await world().server.parts.eventStreams.hub.ping();
    expect(await stream.reason()).to.equal('The project was deleted.');
  });

  it('not when the subscriber loses some permissions: it still receives events that it may see', async () => {
    const setting = await newSetting();
    const as = await world().newIdentity(setting.organization, 'no-access');
    const { roleId } = await addToProject(world(), setting.project, as, [maySubscribe]);
    const stream = await listen(world(), as, setting.project.id, creation);
    await newSecret(world(), setting, 'A');
    expect(await stream.received()).to.deep.equal(['secret:create dev:/ A']);
    const permissions = [{ ...maySubscribe, action: [maySubscribe.action], conditions: { secretPath: '/app' } }];
    await setting.act('updateProjectRole', {
      params: { ...projectParams(setting), roleId: roleId!, projectRoleId: roleId! },
      body: { permissions },
    });
    await newSecret(world(), setting, 'B');
    await newSecret(world(), setting, 'C', { secretPath: '/app' });
    expect(await stream.received()).to.deep.equal(['secret:create dev:/app C']);
    expect(stream.isOver).to.equal(false);
  });
});
