import { expect } from 'chai';
import { actOnDue } from '../../../src/due.ts';
import { startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { approvalSetting } from '../../support/fixtures/access-requests.ts';
import { deliver, newReceiver } from '../../support/fixtures/webhooks.ts';
import { databaseKinds } from '../../support/world/world.ts';

const hour = 3_600;

after(closeMailServers);

for (const kind of databaseKinds) {
  describe(`mail about requests for access [${kind}]`, () => {
    let mail: MailWorld;
    before(async () => {
      mail = await startWithMail(kind);
    });
    const setting = async (policy: Record<string, unknown> = {}) => {
      const base = await approvalSetting(mail.world);
      await base.newPolicy(policy);
      const subjectsTo = async ({ email }: { email: string }): Promise<string[]> => {
        await mail.mailer.idle();
        return mail.mailServer.mailsTo(email).map(({ headers }) => /^Subject: (.*)\r$/m.exec(headers)![1]!);
      };
      return { ...base, subjectsTo };
    };
    const act = (seconds: number): Promise<void> =>
      mail.world.clock.later(seconds, async () => {
        const { parts } = mail.world.server;
        await Promise.all([actOnDue(parts), actOnDue(parts)]);
        await mail.mailer.idle();
      });

    it('tells approvers what is asked for, with a link, and whoever asked what became of it', async () => {
      const { approver, requester, project, asked, review, call, subjectsTo } = await setting();
      const { id } = await asked({ note: 'a failed payment' });
      expect(await subjectsTo(approver)).to.deep.equal(['Somebody asks for access']);
      const { body } = mail.mailServer.mailsTo(approver.email)[0]!;
      expect(body)
        .to.include(`${requester.email} asks for this in the project "Test project"`)
        .and.include('what: describe secrets, read the values of secrets')
        .and.include('where: prod, /payments/**')
        .and.include('for: 2h')
        .and.include('note: a failed payment')
        .and.include(`sallyport approve ${id}`)
        .and.include(`/p/${project.slug}`);
      expect(await subjectsTo(requester)).to.deep.equal([]);
      await review(id, approver);
      expect(await subjectsTo(requester)).to.deep.equal(['Your request for access was approved']);
      await call('revokeAccessRequest', { as: approver, params: { accessRequestId: id } });
      const { id: second } = await asked();
      await review(second, approver, { status: 'rejected' });
      expect(await subjectsTo(requester)).to.include.members([
        'Access that you asked for was revoked',
        'Your request for access was rejected',
      ]);
    });

    it('tells approvers of a bypass with its reason', async () => {
      const { newMember, createPolicy, approver, ask, review, subjectsTo } = await setting();
      const bypasser = await newMember('viewer');
      await createPolicy({
        secretPath: '/soft',
        enforcementLevel: 'soft',
        bypassers: [{ type: 'user', id: bypasser.id }],
      });
      const rule = ['readValue', 'secrets', { environment: 'prod', secretPath: { $glob: '/soft' } }];
      const { body } = await ask({ permissions: [rule] }, bypasser);
      await review(body.approval.id, bypasser, { status: 'approved', bypassReason: 'Payments are down.' });
      expect(await subjectsTo(approver)).to.include('Access was taken without approval');
      expect(mail.mailServer.mailsTo(approver.email).at(-1)!.body).to.include('note: Payments are down.');
    });

    it('tells webhooks of each step, without the note', async () => {
      const { admin, project, approver, requester, asked, review, call } = await setting();
      const receiver = await newReceiver();
      const body = {
        ...{ projectId: project.id, environment: 'prod', webhookUrl: receiver.url, secretPath: '/payments' },
        eventsFilter: [{ eventName: 'access.requested' }],
      };
      expect((await call('createWebhook', { as: admin, body })).status).to.equal(200);
      const { id } = await asked({ note: 'a failed payment' });
      await review(id, approver);
      await deliver(mail.world);
      expect(receiver.received.map((request) => request.body.project.step)).to.deep.equal(['asked', 'approved']);
      expect(receiver.received[0]!.body.project).to.deep.include({
        secretPath: '/payments',
        requestId: id,
        requestedBy: requester.email,
        period: '2h',
      });
      expect(JSON.stringify(receiver.received)).not.to.include('a failed payment');
    });

    it('tells whoever asked once that nobody approved in time, and that the access has ended', async () => {
      const { approver, requester, asked, review, find, subjectsTo } = await setting({ requestExpirationTime: '1h' });
      const { id } = await asked();
      await act(hour);
      await act(hour + 60);
      expect((await find(id)).status).to.equal('expired');
      expect(await subjectsTo(requester)).to.deep.equal(['Your request for access was not approved in time']);
      const { id: second } = await asked();
      await review(second, approver);
      await act(2 * hour);
      await act(2 * hour + 60);
      const subjects = await subjectsTo(requester);
      expect(subjects.filter((subject) => subject === 'Access that you asked for has ended')).to.have.length(1);
      expect((await find(second)).status).to.equal('approved');
    });
  });
}
