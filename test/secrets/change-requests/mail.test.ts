import { expect } from 'chai';
import { startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { newGovernedProject } from '../../support/fixtures/change-policies.ts';
import { databaseKinds } from '../../support/world/world.ts';

after(closeMailServers);

for (const kind of databaseKinds) {
  describe(`mail about change requests [${kind}]`, () => {
    let mail: MailWorld;
    before(async () => {
      mail = await startWithMail(kind);
    });
    const subjectsTo = async ({ email }: { readonly email: string }): Promise<string[]> => {
      await mail.mailer.idle();
      return mail.mailServer.mailsTo(email).map(({ headers }) => /^Subject: (.*)\r$/m.exec(headers)![1]!);
    };

    it('tells approvers who asks, and whoever asked what became of it; never a value', async () => {
      const { govern, ask, author, approver, second, approve, merge, project } = await newGovernedProject(mail.world);
      await govern();
      const id = await ask('createSecret', author, 'API_KEY', { secretValue: 'not for mail' });
      for (const as of [approver, second])
        expect(await subjectsTo(as)).to.deep.equal(['A change of secrets waits for your approval']);
      const { body } = mail.mailServer.mailsTo(approver.email)[0]!;
      expect(body).to.include(author.email).and.include('API_KEY').and.include(`/p/${project.slug}`);
      expect(await subjectsTo(author)).to.deep.equal([]);
      await approve(approver, id, { status: 'rejected', comment: 'why?' });
      await approve(approver, id);
      await merge(second, id);
      expect(await subjectsTo(author)).to.have.members([
        'Your change of secrets was rejected',
        'Your change of secrets was approved',
        'Your change of secrets was made',
      ]);
      const all = [author, approver, second].flatMap(({ email }) => mail.mailServer.mailsTo(email));
      expect(JSON.stringify(all)).not.to.include('not for mail');
    });

    it('tells approvers of a bypass with its reason', async () => {
      const { govern, ask, author, approver, merge } = await newGovernedProject(mail.world);
      await govern({ enforcementLevel: 'soft', bypassers: [author] });
      const id = await ask('createSecret', author, 'URGENT', { secretValue: 'x' });
      await merge(author, id, { bypassReason: 'it burns' });
      expect(await subjectsTo(approver)).to.include('A change of secrets was made without enough approvals');
      expect(mail.mailServer.mailsTo(approver.email).at(-1)!.body).to.include('it burns');
    });
  });
}
