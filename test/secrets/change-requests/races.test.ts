import { expect } from 'chai';
import { newGovernedProject } from '../../support/fixtures/change-policies.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('change requests at the same time', (world) => {
  const rounds = 8;

  it('count two approvals that come together', async () => {
    const { govern, ask, author, approver, second, approve, merge } = await newGovernedProject(world());
    await govern({ approvals: 2 });
    for (let round = 0; round < rounds; round += 1) {
      const id = await ask('createSecret', author, `ROUND_${round}`, { secretValue: 'x' });
      const reviews = await Promise.all([approver, second].map((as) => approve(as, id)));
      expect(reviews.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect((await merge(author, id)).status).to.equal(200);
    }
  });

  it('are merged once, whoever merges', async () => {
    const { govern, ask, author, approver, second, approve, merge, entries } = await newGovernedProject(world());
    await govern();
    const id = await ask('createSecret', author, 'ONCE', { secretValue: 'x' });
    await approve(approver, id);
    const merges = await Promise.all([author, approver, second, author].map((as) => merge(as, id)));
    expect(merges.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
    const merged = (await entries()).filter(({ eventType }) => eventType === 'secret-approval-merged');
    expect(merged).to.have.length(1);
  });

  it('never lose a write that comes with the merge', async () => {
    const setting = await newGovernedProject(world());
    const { existing, govern, ask, author, approver, approve, merge, write, valueOf } = setting;
    for (let round = 0; round < rounds; round += 1) await existing(`ROUND_${round}`, 'old');
    await govern();
    const machine = await newProjectIdentity(world(), setting, 'admin');
    for (let round = 0; round < rounds; round += 1) {
      const key = `ROUND_${round}`;
      const id = await ask('updateSecret', author, key, { secretValue: 'approved' });
      await approve(approver, id);
      const [merged, written] = await Promise.all([
        merge(author, id),
        write('updateSecret', machine, key, { secretValue: 'direct' }),
      ]);
      expect(written.status).to.equal(200);
      expect(merged.status).to.be.oneOf([200, 409]);
      // Either the direct write came first and the merge was refused, or it came after the merge.
      expect(await valueOf(key)).to.equal('direct');
      expect(written.body.secret.version).to.equal(merged.status === 200 ? 3 : 2);
    }
  });

  it('are merged with an approval, or not after it was taken back', async () => {
    const { govern, ask, author, approver, approve, merge, valueOf } = await newGovernedProject(world());
    await govern();
    for (let round = 0; round < rounds; round += 1) {
      const id = await ask('createSecret', author, `ROUND_${round}`, { secretValue: 'x' });
      await approve(approver, id);
      const [merged, review] = await Promise.all([merge(author, id), approve(approver, id, { status: 'rejected' })]);
      expect([merged.status, review.status]).to.be.deep.oneOf([
        [200, 400],
        [400, 200],
      ]);
      expect(await valueOf(`ROUND_${round}`)).to.equal(merged.status === 200 ? 'x' : undefined);
    }
  });
});
