import { expect } from 'chai';
import { once } from 'node:events';
import { serve, type Server } from '../support/world/program.ts';
import { subscribe, TestStream } from '../support/clients/streams.ts';
import { newStorage, type World } from '../support/world/world.ts';

/** Two nodes of the built program on one PostgreSQL. */
describe('a node that is killed', () => {
  const servers: Server[] = [];
  after(() => {
    for (const { child } of servers) child.kill('SIGKILL');
  });

  it('ends its own streams, and those of another node miss no events', async () => {
    const storage = await newStorage('postgres');
    for (let index = 0; index < 2; index += 1) servers.push(await serve(storage));
    const [kept, killed] = servers as [Server, Server];

    const call = async (server: Server, method: string, path: string, body: object, token = ''): Promise<any> => {
      const response = await fetch(server.url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer: unknown = await response.json();
      expect(response.status, JSON.stringify(answer)).to.equal(200);
      return answer;
    };
    const { identity } = await call(kept, 'POST', '/api/v1/admin/bootstrap', {
      email: 'root@example.com',
      password: 'for tests only',
      organization: 'Root',
    });
    const token = identity.credentials.token as string;
    const { project } = await call(kept, 'POST', '/api/v1/projects', { projectName: 'Watched' }, token);
    const projectId = project.id as string;
    const write = (server: Server, key: string) =>
      call(server, 'POST', `/api/v4/secrets/${key}`, { projectId, environment: 'dev', secretValue: 'a value' }, token);
    // Only its URL: the other parts of a separate process are not accessible.
    const listen = async ({ url }: Server): Promise<TestStream> => {
      const world = { server: { url } } as World;
      const response = await subscribe(world, { token }, { projectId, register: [{ event: 'secret:create' }] });
      expect(response.statusCode).to.equal(200);
      return new TestStream(world, response);
    };

    const [here, there] = [await listen(kept), await listen(killed)];
    for (let number = 1; number <= 20; number += 1) await write(number % 2 === 0 ? kept : killed, `K${number}`);
    await Promise.all([here.upTo(20), there.upTo(20)]);
    // Some requests are in progress when it is killed; none of them is acknowledged.
    const underWay = Promise.allSettled(Array.from({ length: 10 }, (_, index) => write(killed, `U${index}`)));
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    await underWay;
    const keysOf = async (stream: TestStream): Promise<string[]> =>
      (await stream.all()).map(({ data }) => data.data.payload[0].secretKey as string);
    expect((await keysOf(there)).slice(0, 20)).to.deep.equal(Array.from({ length: 20 }, (_, index) => `K${index + 1}`));
    expect(here.isOver).to.equal(false);

    for (let number = 21; number <= 40; number += 1) await write(kept, `K${number}`);
    const answer = await fetch(`${kept.url}/api/v4/secrets?projectId=${projectId}&environment=dev`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const stored = ((await answer.json()) as { secrets: { secretKey: string }[] }).secrets.map(
      ({ secretKey }) => secretKey,
    );
    await here.upTo(stored.length);
    kept.child.kill('SIGTERM');
    const frames = await here.all();
    expect(frames.at(-1)).to.deep.equal({ event: 'error', data: { message: 'The server is stopping.' } });
    const received = frames.slice(0, -1);
    expect(received.map(({ id }) => id)).to.deep.equal(stored.map((_, index) => String(index + 1)));
    expect(received.map(({ data }) => data.data.payload[0].secretKey as string)).to.have.members(stored);
  });
});
