// Nodes whose leases and rotations are in a target, both of which are killed.
import { callerOf } from '../connection.mjs';
import { bootstrap } from '../organization.mjs';
import { pause, pick, randomBetween, until } from '../processes.mjs';
import { Node } from '../site.mjs';
import { damageOf, execute, untilNobodyWrites } from '../storage.mjs';
import { Load } from './load.mjs';
import { Target } from './target.mjs';

/** How long a cycle waits for the step at which somebody is killed. */
const stepMs = 4_000;
const settleMs = 90_000;

export class LeaseSite {
  problems = [];
  kills = 0;
  missedSteps = 0;
  load = new Load(this);

  constructor(storage, nodeCount) {
    this.storage = storage;
    const settings = { ...storage, ALLOW_HOSTS: '127.0.0.1', RATE_LIMIT: '0' };
    this.nodes = Array.from({ length: nodeCount }, () => new Node(settings, {}));
  }

  async open() {
    this.target = await Target.start();
    for (const node of this.nodes) await node.start();
    const { url } = this.nodes[0];
    this.token = (await bootstrap(url)).token;
    const call = callerOf(url, this.token);
    const { project } = await call('POST', '/api/v1/projects', { projectName: 'Leases' });
    this.projectId = project.id;
    this.place = { projectSlug: project.slug, environmentSlug: 'dev', path: '/' };
    const { dynamicSecret } = await call('POST', '/api/v1/dynamic-secrets', {
      ...{
        ...this.place,
        name: 'db',
        defaultTTL: '1h',
        provider: { type: 'sql-database', inputs: this.target.inputs },
      },
    });
    this.dynamicSecretId = dynamicSecret.id;
    await this.#addRotation(call);
    call.close();
  }

  async #addRotation(call) {
    const { host, port, database, username, password } = this.target.inputs;
    const { appConnection } = await call('POST', '/api/v1/app-connections/postgres', {
      ...{ name: 'target', method: 'username-and-password', projectId: this.projectId },
      credentials: { host, port, database, username, password, sslEnabled: false, sslRejectUnauthorized: false },
    });
    const { secretRotation } = await call('POST', '/api/v2/secret-rotations/postgres-credentials', {
      ...{ name: 'rotated', projectId: this.projectId, connectionId: appConnection.id, environment: 'dev' },
      ...{ secretPath: '/', rotationInterval: 30 },
      parameters: { username1: 'rotated_one', username2: 'rotated_two' },
      secretsMapping: { username: 'ROTATED_USER', password: 'ROTATED_PASSWORD' },
    });
    this.rotationId = secretRotation.id;
  }

  /** Kills at the step, or a moment later if nothing comes to it, and starts again; then everything has to be right. */
  async cycle(step) {
    const before = await this.load.readRotated();
    const { created } = this.load.totals;
    this.load.start();
    // The server may not try the target for a while, because it was away.
    await until('a lease', () => this.load.totals.created > created);
    const caught = this.target.proxy.arm(step);
    this.load.rotate();
    const isCaught = await Promise.race([caught.then(() => true), pause(stepMs, false)]);
    if (!isCaught) this.missedSteps += 1;
    await pause(Math.random() < 0.5 ? 0 : randomBetween(0, 50));
    const victims = step.victim === 'target' ? [] : this.#victims();
    await Promise.all([
      ...victims.map((node) => node.kill()),
      ...(step.victim === 'server' ? [] : [this.target.postgres.kill()]),
    ]);
    this.kills += victims.length + (step.victim === 'server' ? 0 : 1);
    this.target.proxy.release();
    await pause(randomBetween(0, 200));
    const down = Math.random() < 0.5 ? [] : victims;
    if (step.victim !== 'server') await this.target.postgres.start();
    for (const node of victims.filter((one) => !down.includes(one))) await node.start();
    await pause(randomBetween(0, 200));
    await this.load.stop();
    for (const node of down) await node.start();
    await this.#expire();
    await this.settle();
    await this.check(before);
  }

  #victims() {
    return this.nodes.length === 1 || Math.random() < 0.3 ? this.nodes : [pick(this.nodes)];
  }

  /** Lets everything that was interrupted count as such at once: nobody works on it any more. */
  async #expire() {
    await this.target.untilUnused();
    await untilNobodyWrites(this.storage);
    const past = `'2020-01-01T00:00:00.000Z'`;
    for (const change of [
      `dynamic_secret_leases set "dueAt" = ${past} where state = 'creating'`,
      `dynamic_secret_leases set "claimedUntil" = null where "claimedUntil" is not null`,
      `secret_rotations set "dueAt" = ${past} where "runId" is not null`,
    ])
      await this.#change(change);
  }

  /** Tries it again if it and a node have waited for each other. */
  #change(change) {
    return until('a change', () =>
      execute(this.storage, `update ${change}`).then(
        () => true,
        () => false,
      ),
    );
  }

  /** Waits until what was interrupted is finished, and what was due revoked. */
  async settle() {
    const call = callerOf(pick(this.nodes).url, this.token);
    try {
      await until('the end of what was interrupted', () => this.#isSettled(call), settleMs);
    } catch (error) {
      this.problems.push(`lost: ${error.message}: ${await this.#unfinished()}`);
    } finally {
      call.close();
    }
  }

  async #isSettled(call) {
    const unfinished = await execute(this.storage, `select 1 from secret_rotations where "runId" is not null`);
    if (unfinished.length > 0)
      await call('POST', `/api/v2/secret-rotations/postgres-credentials/${this.rotationId}/rotate-secrets`, {}).catch(
        () => undefined,
      );
    const { leases } = await call('GET', `/api/v1/projects/${this.projectId}/leases?status=failed&limit=1000`);
    for (const { id } of leases)
      await call('POST', `/api/v1/projects/${this.projectId}/leases/${id}/retry`, {}).catch(() => undefined);
    if (unfinished.length > 0 || leases.length > 0) await pause(500);
    return (await this.#unfinished()) === '';
  }

  /** What is not as it has to be when nothing runs: leases that are neither active nor gone, or a rotation. */
  async #unfinished() {
    const now = new Date().toISOString();
    const leases = await execute(
      this.storage,
      `select state, "lastError" from dynamic_secret_leases where state <> 'active' or "expireAt" <= '${now}'`,
    );
    const rotations = await execute(this.storage, `select 1 from secret_rotations where "runId" is not null`);
    return [
      ...leases.map(({ state, lastError }) => `a lease is ${state} (${lastError})`),
      ...rotations.map(() => 'the rotation'),
    ].join(', ');
  }

  /** Compares the users in the target with the leases, and logs in with everything that somebody may still use. */
  async check(before) {
    const call = callerOf(pick(this.nodes).url, this.token);
    const { leases } = await call('GET', `/api/v1/projects/${this.projectId}/leases?limit=1000`);
    const users = new Set(await this.target.users());
    for (const { externalEntityId: name } of leases) {
      if (!users.delete(name) && !(await this.#hasEnded(name)))
        this.problems.push(`lost: the user of a lease, ${name}`);
    }
    for (const name of users) this.problems.push(`lost: the row of the user ${name}`);
    for (const [id, { DB_USERNAME, DB_PASSWORD, expireAt }] of this.load.promised) {
      if (expireAt < Date.now() + 5_000) this.load.promised.delete(id);
      else if ((await this.target.accepts(DB_USERNAME, DB_PASSWORD)) !== true)
        this.problems.push(`lost: the credentials of the lease ${id}`);
    }
    await this.load.judge(await this.load.readRotated(), 'a program that reads now');
    if (before) await this.load.judge(before, 'a program that read before');
    this.problems.push(...(await damageOf(this.storage)));
    if (leases.length > 50) await this.revokeAll(call);
    call.close();
  }

  /** Whether the lease of the user was revoked while the users were listed. */
  async #hasEnded(name) {
    const rows = await execute(
      this.storage,
      `select 1 from dynamic_secret_leases where state = 'active' and "externalEntityId" = '${name}'`,
    );
    return rows.length === 0;
  }

  async revokeAll(call) {
    this.load.promised.clear();
    const body = { dynamicSecretId: this.dynamicSecretId };
    const { count } = await call('POST', `/api/v1/projects/${this.projectId}/leases/revoke`, body);
    this.load.totals.revoked += count;
    await this.settle();
  }

  async close() {
    this.load.close();
    for (const node of this.nodes) await node.kill().catch(() => undefined);
    await this.target?.close().catch(() => undefined);
  }
}
