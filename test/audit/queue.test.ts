import { expect } from 'chai';
import { newEntry } from '../../src/audit/audit.ts';
import { AuditQueue } from '../../src/audit/queue.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { unavailable } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import type { AuditLogRow } from '../../src/resources/organization/audit-logs/store.ts';
import { entriesWhere } from '../support/expect/audit.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const request = { requestId: 'req-00000000000000', operation: 'login', ip: '203.0.113.7', userAgent: '' };

type Parts = Pick<Database, 'transaction' | 'commitsAtOnce'>;

/** A refusal of an existing user. */
const refusalOf = async (world: World): Promise<{ id: string; entry: (ip?: string) => AuditLogRow }> => {
  const { clock, ids } = world.server.parts;
  const { id } = await world.newUser(await world.newOrganization(), 'member');
  const actor = { type: 'user', id, username: 'somebody', email: null } as const;
  const entry = (ip = request.ip): AuditLogRow =>
    newEntry(
      { clock, ids, retentionDays: 90, request: { ...request, ip }, actor: undefined },
      { type: 'user-login-failed', metadata: { reasonCode: 'why' }, actor },
    );
  return { id, entry };
};

onEachDatabase('the queue of the audit log', (world, kind) => {
  let lines: string[];
  let isUnreachable: boolean;
  const newQueue = (): AuditQueue => {
    lines = [];
    isUnreachable = false;
    const { database } = world().server.parts;
    const flaky: Parts = {
      ...database,
      transaction: (of, work) =>
        isUnreachable ? Promise.reject(unavailable('The database is not reachable.')) : database.transaction(of, work),
    };
    return new AuditQueue(flaky, createLog('error', { write: (line) => void lines.push(line) }));
  };
  const rows = (actorId: string): Promise<AuditLogRow[]> => entriesWhere(world(), { actorId });

  it('counts exactly when several nodes write at once', async () => {
    const { id, entry } = await refusalOf(world());
    const queues = Array.from({ length: 5 }, newQueue);
    for (let round = 0; round < 10; round += 1) {
      for (const queue of queues) queue.count(entry(), 'why');
      await Promise.all(queues.map((queue) => queue.flush()));
    }
    expect((await rows(id)).map(({ repeats }) => repeats)).to.deep.equal([49]);
  });

  it('settles when every batch is written, also one of another writer', async () => {
    const { id, entry } = await refusalOf(world());
    const { database } = world().server.parts;
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow: Parts = {
      commitsAtOnce: 2,
      transaction: async (of, work) => {
        await released;
        return database.transaction(of, work);
      },
    };
    const queue = new AuditQueue(slow, createLog('silent'));
    queue.add(entry());
    const first = queue.flush();
    let isSettled = false;
    const settled = queue.settle().then(() => (isSettled = true));
    await new Promise(setImmediate);
    expect(isSettled).to.equal(false);
    release();
    await settled;
    expect(await database.read<AuditLogRow>('audit_log_entries').where({ actorId: id })).to.have.length(1);
    await first;
  });

  it('distinguishes reasons and addresses', async () => {
    const { id, entry } = await refusalOf(world());
    const queue = newQueue();
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) queue.count(entry(address), 'why');
    queue.count({ ...entry('203.0.113.1'), eventMetadata: { reasonCode: 'another' } }, 'another');
    await queue.flush();
    const found = (await rows(id)).map(
      ({ ipAddress, repeats, eventMetadata }) => `${ipAddress} ${eventMetadata.reasonCode as string} ${repeats}`,
    );
    expect(found).to.have.members(['203.0.113.1 why 1', '203.0.113.2 why 0', '203.0.113.1 another 0']);
  });

  it('retains entries that cannot be written yet, and logs that', async () => {
    const { id, entry } = await refusalOf(world());
    const queue = newQueue();
    isUnreachable = true;
    queue.add(entry());
    queue.count(entry(), 'why');
    await queue.flush();
    expect(lines.join('')).to.include('not written yet');
    isUnreachable = false;
    queue.count(entry(), 'why');
    await queue.close();
    const counts = (await rows(id)).map(({ repeats }) => repeats);
    expect(
      counts.reduce((sum, repeats) => sum + repeats + 1, 0),
      'each of the three',
    ).to.equal(3);
    expect(lines.join('')).not.to.include('lost');
  });

  it('is bounded while nothing can be written: requests that may leave an entry are refused, and no entry is dropped', async () => {
    const { id, entry } = await refusalOf(world());
    const queue = newQueue();
    isUnreachable = true;
    for (let number = 0; number < 9_999; number += 1) queue.add(entry());
    await queue.flush();
    expect(queue.mustWait, 'one more fits').to.equal(false);
    queue.add(entry());
    expect(queue.mustWait).to.equal(true);
    const refusal = await queue.room().catch((error: unknown) => error);
    expect(refusal).to.include({
      status: 503,
      message: 'The audit log cannot be written, and this request must be recorded. The database is not reachable.',
    });
    expect([queue.waiting, queue.written]).to.deep.equal([10_000, 0]);
    isUnreachable = false;
    await queue.flush();
    await queue.room();
    expect([queue.waiting, queue.written, queue.oldestAgeMs]).to.deep.equal([0, 10_000, 0]);
    expect(await rows(id)).to.have.length(10_000);
  });

  it('logs how many entries were lost when the server stops without a database', async () => {
    const { entry } = await refusalOf(world());
    const queue = newQueue();
    isUnreachable = true;
    for (let number = 0; number < 3; number += 1) queue.add(entry());
    await queue.close();
    expect(lines.at(-1)).to.include('audit log entries lost').and.include('"count":3');
  });

  it('delays requests that may leave an entry while the queue is full, in their order, until there is space', async () => {
    const { id, entry } = await refusalOf(world());
    const queue = newQueue();
    for (let number = 0; number < 10_000; number += 1) queue.add(entry());
    const passed: number[] = [];
    const come = async (number: number): Promise<void> => {
      if (queue.mustWait) await queue.room();
      queue.add(entry());
      passed.push(number);
    };
    const all = Array.from({ length: 500 }, (_, number) => come(number));
    expect(passed, 'all of them wait').to.deep.equal([]);
    await Promise.all(all);
    expect(passed).to.deep.equal(Array.from({ length: 500 }, (_, number) => number));
    await queue.close();
    expect(await rows(id)).to.have.length(10_500);
  });

  it('writes an entry once even if a lost commit may have written it already', async () => {
    const { id, entry } = await refusalOf(world());
    const { database } = world().server.parts;
    let isLost = true;
    const lossy: Parts = {
      ...database,
      transaction: async (of, work) => {
        const value = await database.transaction(of, work);
        if (isLost) throw unavailable('It may or may not have been made.');
        return value;
      },
    };
    const queue = new AuditQueue(lossy, createLog('silent'));
    for (let number = 0; number < 3; number += 1) queue.add(entry());
    queue.count(entry('203.0.113.9'), 'why');
    await queue.flush();
    isLost = false;
    queue.add(entry());
    await queue.flush();
    expect([queue.waiting, queue.written]).to.deep.equal([0, 5]);
    expect((await rows(id)).map(({ repeats }) => repeats)).to.deep.equal([0, 0, 0, 0, 0]);
  });

  it('writes the other entries, and logs the one, when the database refuses an entry', async () => {
    const { id, entry } = await refusalOf(world());
    const queue = newQueue();
    queue.add(entry());
    queue.add({ ...entry(), projectName: null, operation: null as unknown as string });
    queue.add(entry());
    await queue.flush();
    expect(queue.waiting).to.equal(0);
    expect(await rows(id)).to.have.length(2);
    expect(lines.join('')).to.include('audit log entry refused by the database').and.include(id);
  });

  it('writes entries that arrive during a write in one batch', async () => {
    const { id, entry } = await refusalOf(world());
    const { database } = world().server.parts;
    let commits = 0;
    let isBusy = true;
    const counted: Parts = {
      ...database,
      transaction: async (of, work) => {
        commits += 1;
        const value = await database.transaction(of, work);
        for (let number = 0; isBusy && number < 10; number += 1) queue.add(entry());
        return value;
      },
    };
    const queue = new AuditQueue(counted, createLog('silent'));
    queue.add(entry());
    await queue.flush();
    expect(commits).to.equal(1);
    isBusy = false;
    await queue.close();
    expect([commits, (await rows(id)).length]).to.deep.equal([2, 11]);
  });

  it('writes pending entries with the next change where changes are committed in groups', async () => {
    const { id, entry } = await refusalOf(world());
    const { database } = world().server.parts;
    const queue = new AuditQueue(database, createLog('silent'));
    database.onGroup(() => queue.flushWaiting());
    queue.add(entry());
    await database.transaction(ofInstance, ({ db }) => db('users').where({ id }).update({ firstName: 'Changed' }));
    const isWritten = (await rows(id)).length === 1;
    await queue.close();
    expect(isWritten).to.equal(kind === 'sqlite');
  });

  /** A queue whose first commit waits until it is finished. */
  const newSlowQueue = (): { queue: AuditQueue; finishFirst: () => void } => {
    const { database } = world().server.parts;
    let finishFirst = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finishFirst = resolve));
    let isFirst = true;
    const slow: Parts = {
      ...database,
      transaction: async (of, work, writes) => {
        if (isFirst) {
          isFirst = false;
          await finished;
        }
        return database.transaction(of, work, writes);
      },
    };
    return { queue: new AuditQueue(slow, createLog('silent')), finishFirst };
  };

  it('does not wait for a slow commit where commits can run concurrently', async () => {
    const { id, entry } = await refusalOf(world());
    const { database } = world().server.parts;
    const { queue, finishFirst } = newSlowQueue();
    queue.add(entry());
    const first = queue.flush();
    await Promise.resolve();
    queue.add(entry());
    const second = queue.flush();
    if (database.commitsAtOnce > 1) await second;
    expect([queue.waiting, queue.written, (await rows(id)).length]).to.deep.equal(
      kind === 'sqlite' ? [2, 0, 0] : [1, 1, 1],
    );
    finishFirst();
    await Promise.all([first, second]);
    expect([queue.waiting, queue.written, (await rows(id)).length]).to.deep.equal([0, 2, 2]);
  });

  it('counts later refusals in the entry of the first, even if its commit is slow', async () => {
    const { id, entry } = await refusalOf(world());
    const { queue, finishFirst } = newSlowQueue();
    const refusals = ['req-first000000000', 'req-second00000000'].map((requestId) => ({ ...entry(), requestId }));
    const flushes = [];
    for (const refusal of refusals) {
      queue.count(refusal, 'why');
      flushes.push(queue.flush());
      await Promise.resolve();
    }
    // Enough for the second, which would be written now if it did not wait.
    await rows(id);
    await rows(id);
    finishFirst();
    await Promise.all(flushes);
    const stored = (await rows(id)).map(({ requestId, repeats }) => ({ requestId, repeats }));
    expect(stored).to.deep.equal([{ requestId: 'req-first000000000', repeats: 1 }]);
  });

  it('writes many entries', async () => {
    const { id, entry } = await refusalOf(world());
    const queue = newQueue();
    for (let number = 0; number < 1234; number += 1) queue.add(entry());
    await queue.close();
    expect(await rows(id)).to.have.length(1234);
  });

  it('is emptied when the server stops', async () => {
    const storage = await newStorage(kind);
    const first = await ownWorld(storage);
    const { email, password } = await first.newUser(await first.newOrganization(), 'member');
    await first.call('login', { body: { email, password: `not ${password}` } });
    await first.server.stop();
    expect(await entriesWhere(await ownWorld(storage), { eventType: 'user-login-failed' })).to.have.length(1);
  });
});
