import { expect } from 'chai';
import type { ProjectAbility } from '../../src/access/abilities.ts';
import { privilegeSetting } from '../support/fixtures/privileges.ts';
import { newProjectIdentity } from '../support/fixtures/projects.ts';
import { onEachDatabase } from '../support/world/world.ts';

onEachDatabase('the cached ability of a project member', (world) => {
  it('is computed again after a change that concerns the member, and not after a change that concerns another', async () => {
    const setting = await privilegeSetting(world());
    const { organization, project, identity } = setting;
    const other = await newProjectIdentity(world(), setting, 'viewer');

    const abilityOfIdentity = async (): Promise<ProjectAbility> => {
      const { abilities, stores } = world().server.parts;
      const { id: membershipId } = (await stores.memberships.findOfIdentity(organization.id, identity.id))!;
      const { accessRevision, accessChanges } = (await stores.projects.findById(organization.id, project.id))!;
      return abilities.inProject(
        stores,
        { id: project.id, accessRevision, accessChanges },
        { membershipId, accessRevision: 0, authValues: null },
      );
    };

    const first = await abilityOfIdentity();
    await setting.created({ identityId: other.id });
    expect(await abilityOfIdentity()).to.equal(first);
    const { id } = await setting.created();
    const second = await abilityOfIdentity();
    expect(second).not.to.equal(first);
    expect(second.ability.grants.map(({ source }) => source.id)).to.include(id);
  });
});
