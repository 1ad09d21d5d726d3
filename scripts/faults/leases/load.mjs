// Programs that lease, renew and revoke credentials, and those that read a rotated password and log in with it.
import { Connection } from '../connection.mjs';
import { pause, pick, randomBetween } from '../processes.mjs';

const leasers = 4;
const readers = 2;
const rotationPath = '/api/v2/secret-rotations/postgres-credentials';

export class Load {
  #connection = new Connection(20);
  #running = [];
  #isStopped = true;
  #mayRotate = false;
  totals = { created: 0, renewed: 0, revoked: 0, rotated: 0, logins: 0, inDoubt: 0 };
  /** What somebody has got, and nobody has revoked: it has to work until its end. */
  promised = new Map();

  constructor(site) {
    this.site = site;
  }

  start() {
    this.#isStopped = false;
    this.#running = [
      ...Array.from({ length: leasers }, () => this.#repeat(() => this.#lease())),
      ...Array.from({ length: readers }, () => this.#repeat(() => this.#read())),
      this.#repeat(() => this.#rotateOnce()),
    ];
  }

  /** Lets one rotation begin. */
  rotate() {
    this.#mayRotate = true;
  }

  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #repeat(work) {
    while (!this.#isStopped) {
      await work();
      await pause(randomBetween(5, 30));
    }
  }

  /** Returns the body of a response with 200; undefined if it was refused, or if nobody knows. */
  async #send(method, path, body, accepted = [400, 503]) {
    const node = pick(this.site.nodes.filter((one) => one.isRunning()));
    if (!node) return undefined;
    try {
      const response = await this.#connection.send(node.url, this.site.token, method, path, body);
      if (response.status === 200) return response.body;
      if (!accepted.includes(response.status))
        this.site.problems.push(`wrong: ${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    } catch {
      this.totals.inDoubt += 1;
    }
    return undefined;
  }

  async #lease() {
    const { place } = this.site;
    const created = await this.#send('POST', '/api/v1/dynamic-secrets/leases', {
      ...{ ...place, dynamicSecretName: 'db', ttl: pick(['1m', '1h']) },
    });
    if (!created) return;
    const { lease, data } = created;
    this.totals.created += 1;
    this.promised.set(lease.id, { ...data, expireAt: Date.parse(lease.expireAt) });
    const path = `/api/v1/dynamic-secrets/leases/${lease.id}`;
    if (Math.random() < 0.5) {
      const renewed = await this.#send('POST', `${path}/renew`, { ...place, ttl: '1m' });
      if (renewed) this.totals.renewed += 1;
    }
    if (Math.random() < 0.7) {
      this.promised.delete(lease.id);
      const revoked = await this.#send('DELETE', path, place, [400, 404, 503]);
      if (revoked?.lease.status === null) this.totals.revoked += 1;
    }
  }

  /** The user and the password that a program gets now, with their version; undefined while no node responds. */
  async readRotated() {
    const body = await this.#send('GET', `/api/v4/secrets?projectId=${this.site.projectId}&environment=dev`);
    if (!body) return undefined;
    const named = Object.fromEntries(body.secrets.map((secret) => [secret.secretKey, secret]));
    const { ROTATED_USER: username, ROTATED_PASSWORD: password } = named;
    return { username: username.secretValue, password: password.secretValue, version: password.version };
  }

  async #read() {
    const read = await this.readRotated();
    if (read) await this.judge(read, 'a program that has just read a password');
  }

  /** What was read has to work until the second rotation after it. */
  async judge({ username, password, version }, who) {
    const isAccepted = await this.site.target.accepts(username, password);
    if (isAccepted) this.totals.logins += 1;
    if (isAccepted !== false) return;
    const now = await this.readRotated();
    if (now && now.version <= version + 1) this.site.problems.push(`lost: ${who} could not log in as ${username}`);
  }

  async #rotateOnce() {
    if (!this.#mayRotate) return;
    this.#mayRotate = false;
    if (await this.#send('POST', `${rotationPath}/${this.site.rotationId}/rotate-secrets`, {}))
      this.totals.rotated += 1;
  }

  close() {
    this.#connection.close();
  }
}
