import { expect } from 'chai';
import { once } from 'node:events';
import type { Reply } from '../../src/contract.ts';
import { Client } from '../support/clients/client.ts';
import { serve, type Server } from '../support/world/program.ts';
import { execute } from '../support/world/sql.ts';
import { databaseKinds, newStorage, type Environment } from '../support/world/world.ts';
import { Writes } from '../support/fixtures/writes.ts';

type Rotation = Reply<'getKeyRotation'>['keyRotation'];

for (const kind of databaseKinds) {
  describe(`a server that is killed [${kind}]`, () => {
    let storage: Environment;
    let server: Server;
    let token: string;
    const all: Writes[] = [];

    const client = (): Client => new Client(server, token);

    const kill = async (): Promise<void> => {
      if (server.child.exitCode !== null || server.child.signalCode !== null) return;
      server.child.kill('SIGKILL');
      await once(server.child, 'exit');
    };

    /** PostgreSQL may still execute the request of a killed client. */
    const untilWritesEnd = async (): Promise<void> => {
      if (kind === 'sqlite') return;
      const others = 'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      while ((await execute(storage, others)).length > 0);
    };

    const restart = async (): Promise<void> => {
      await untilWritesEnd();
      server = await serve(storage);
    };

    /** Runs SQLite's integrity check. */
    const expectSound = async (): Promise<void> => {
      if (kind === 'sqlite') {
        expect(await execute(storage, 'pragma integrity_check')).to.deep.equal([{ integrity_check: 'ok' }]);
        expect(await execute(storage, 'pragma foreign_key_check')).to.deep.equal([]);
      }
    };

    const expectAllIntact = async (): Promise<void> => {
      for (const writes of all) await writes.expectIntact(client());
      await expectSound();
    };

    before(async () => {
      storage = await newStorage(kind);
      server = await serve(storage);
      const body = { email: 'ada@example.com', password: 'my own password', organization: 'Acme' };
      token = (await client().call('bootstrapInstance', { body })).identity.credentials.token;
    });
    after(kill);

    // Other moments on each database; `npm run test:faults` kills at many more.
    for (const limit of kind === 'sqlite' ? [50, 700] : [300]) {
      it(`during a thousand writes, after ${limit} answers, loses none of these and leaves no partial writes`, async () => {
        const writes = await Writes.prepare(client());
        all.push(writes);
        await writes.send(client(), (count) => {
          if (count === limit) server.child.kill('SIGKILL');
        });
        await kill();
        expect(server.child.signalCode).to.equal('SIGKILL');
        expect(writes.count).to.equal(1000);
        expect(writes.acknowledged).to.be.within(limit, 999);
        await restart();
        await writes.expectIntact(client());
        await expectSound();
      });
    }

    it('works normally afterwards', async () => {
      const { project } = await client().call('createProject', { body: { projectName: 'Afterwards' } });
      const here = { projectId: project.id as string, environment: project.environments[0].slug as string };
      await client().call('createFolder', { body: { ...here, name: 'app' } });
      const [params, folder] = [{ secretName: 'KEY' }, { ...here, secretPath: '/app' }];
      await client().call('createSecret', { params, body: { ...folder, secretValue: 'one' } });
      await client().call('updateSecret', { params, body: { ...folder, secretValue: 'two' } });
      expect((await client().call('getSecret', { params, query: folder })).secret).to.include({
        secretValue: 'two',
        version: 2,
      });
      await client().call('deleteSecret', { params, body: folder });
      expect(
        (await client().call('listFolders', { query: { ...here, path: '/' } })).folders.map(
          ({ name }: { name: string }) => name,
        ),
      ).to.deep.equal(['app']);
    });

    it('during a key rotation resumes it, and everything remains readable all the time', async () => {
      const rotation = async (): Promise<Rotation> => (await client().call('getKeyRotation')).keyRotation;
      const { id } = (await client().call('startKeyRotation')).keyRotation;
      while ((await rotation()).versionsDone === 0);
      await kill();
      await restart();
      const left = await rotation();
      expect(left).to.include({ id, finishedAt: null, error: null });
      expect(left.versionsDone).to.be.above(0);
      expect(left.versionsLeft).to.be.above(0);
      await expectAllIntact();

      // As if it had been killed a minute ago.
      await execute(storage, `update key_rotation set "renewedAt" = '2020-01-01T00:00:00.000Z'`);
      expect(await rotation()).to.include({ id, status: 'interrupted' });
      expect((await client().call('startKeyRotation')).keyRotation.id).to.equal(id);
      let now: Rotation;
      do now = await rotation();
      while (now.status === 'running');
      expect(now).to.include({ id, status: 'idle', error: null, projectsLeft: 0, versionsLeft: 0 });
      expect(now.versionsDone).to.equal(left.versionsDone + left.versionsLeft);
      await expectAllIntact();
      const keys = await execute(
        storage,
        'select generation, count(*) as n from project_data_keys group by generation',
      );
      expect(
        keys.map(({ generation, n }) => [generation, Number(n)]),
        'one new key for each project',
      ).to.deep.equal([[2, now.projectsDone]]);
    });
  });
}
