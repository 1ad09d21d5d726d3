import { expect } from 'chai';
import { once } from 'node:events';
import { Client } from '../../support/clients/client.ts';
import { newReceiver } from '../../support/fixtures/webhooks.ts';
import { serve, type Server } from '../../support/world/program.ts';
import { newStorage } from '../../support/world/world.ts';

describe('webhooks of a server that is killed [sqlite]', () => {
  it('tell of a change that was answered, also if the server is killed again while it tells', async () => {
    const receiver = await newReceiver();
    const storage = { ...(await newStorage('sqlite')), ALLOW_HOSTS: '127.0.0.1' };
    const kill = async ({ child }: Server): Promise<void> => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const received = async (count: number): Promise<void> => {
      while (receiver.received.length < count) await once(receiver, 'received');
    };
    let server = await serve(storage);
    try {
      const administrator = { email: 'ada@example.com', password: 'my own password', organization: 'Acme' };
      const { identity } = await new Client(server, '').call('bootstrapInstance', { body: administrator });
      const client = new Client(server, identity.credentials.token);
      const { project } = await client.call('createProject', { body: { projectName: 'Rockets' } });
      const body = { projectId: project.id, environment: 'dev' };
      await client.call('createWebhook', { body: { ...body, webhookUrl: receiver.url } });
      await client.call('createSecret', { params: { secretName: 'A' }, body: { ...body, secretValue: 'a' } });
      await kill(server);
      expect(receiver.received).to.deep.equal([]);

      // Does not answer.
      receiver.override = () => undefined;
      server = await serve(storage);
      await received(1);
      await kill(server);
      receiver.override = undefined;
      server = await serve(storage);
      await received(2);
      const ids = receiver.received.map(({ headers }) => headers['x-sallyport-delivery']);
      expect(ids).to.deep.equal([ids[0], ids[0]]);
      expect(receiver.paths()).to.deep.equal(['/', '/']);
    } finally {
      await kill(server);
    }
  });
});
