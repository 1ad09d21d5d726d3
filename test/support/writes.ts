import { expect } from 'chai';
import type { Socket } from 'node:net';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { Answer, Client, ClientRequest } from './client.ts';

/** What a write does to one name: the value there before and after, undefined where there is none. */
interface Touch {
  readonly path: string;
  readonly key: string;
  readonly before?: string;
  readonly after?: string;
}

interface Write {
  readonly operation: OperationId;
  readonly request: ClientRequest;
  /**
   * Names that no other write touches; or, of a secret that several writes change at once, the value that this one
   * brings.
   */
  readonly effect: readonly Touch[] | { readonly key: string; readonly value: string };
  /** The request's id, once it was answered with 200. */
  acknowledgedAs?: string;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const before = (key: string): string => `${key} as it was`;
const after = (key: string): string => `${key} as it became`;

/** Spread evenly, so that each kind of write is under way all the time. */
const interleaved = (kinds: readonly (readonly Write[])[]): Write[] =>
  kinds
    .flatMap((writes) => writes.map((write, index) => ({ write, place: (index + 0.5) / writes.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ write }) => write);

const counts = {
  creates: 300,
  contended: 25,
  changesOfEach: 10,
  deletes: 150,
  moves: 100,
  batches: 100,
  changedBatches: 50,
  deletedBatches: 50,
};

const contendedKeys = numbers(counts.contended).map((index) => `CONTENDED_${index}`);
const unwantedKeys = numbers(counts.deletes).map((index) => `UNWANTED_${index}`);
const movedKeys = numbers(counts.moves).map((move) => [`MOVED_${move}_A`, `MOVED_${move}_B`]);
const keysOfBatch = (name: string, batch: number, size: number): string[] =>
  numbers(size).map((index) => `${name}_${batch}_${index}`);
const changedKeys = numbers(counts.changedBatches).map((batch) => keysOfBatch('CHANGED', batch, 5));
const deletedKeys = numbers(counts.deletedBatches).map((batch) => keysOfBatch('DELETED', batch, 5));

/** A thousand writes in a project of their own, and what they have left there. */
export class Writes {
  readonly #project: { readonly projectId: string; readonly environment: string };
  readonly #writes: readonly Write[];
  readonly #seeds: number;

  private constructor(project: { projectId: string; environment: string }, writes: readonly Write[], seeds: number) {
    this.#project = project;
    this.#writes = writes;
    this.#seeds = seeds;
  }

  /** Makes the project, and what the writes will change in it. */
  static async prepare(client: Client): Promise<Writes> {
    const { project } = await client.call('createProject', { body: { projectName: 'Crashes' } });
    const here = { projectId: project.id as string, environment: project.environments[0].slug as string };
    await client.call('createFolder', { body: { ...here, name: 'moved' } });
    const seeds = [[...contendedKeys, ...unwantedKeys, ...movedKeys.flat()], changedKeys.flat(), deletedKeys.flat()];
    const idOf = new Map<string, string>();
    for (const keys of seeds) {
      const secrets = keys.map((secretKey) => ({ secretKey, secretValue: before(secretKey) }));
      const made = await client.call('createSecrets', { body: { ...here, secrets } });
      for (const { id, secretKey } of made.secrets as { id: string; secretKey: string }[]) idOf.set(secretKey, id);
    }
    return new Writes(here, allWrites(here, idOf), seeds.length);
  }

  get count(): number {
    return this.#writes.length;
  }

  get acknowledged(): number {
    return this.#writes.filter(({ acknowledgedAs }) => acknowledgedAs !== undefined).length;
  }

  /**
   * Sends them all at once, and tells of each that was acknowledged; over when every one is answered, or never will be.
   */
  async send(client: Client, onAcknowledged: (count: number) => void): Promise<void> {
    const sockets = await client.connect(this.count);
    let count = 0;
    const answerTo = async (write: Write, socket: Socket | undefined): Promise<Answer | undefined> => {
      if (!socket) return undefined;
      const answer = await client.sendOn(socket, write.operation, write.request).catch(() => undefined);
      socket.destroy();
      // A small machine says that this is too much at once; then it is asked again, as long as it is there.
      return answer?.statusCode === 503 ? answerTo(write, (await client.connect(1).catch(() => []))[0]) : answer;
    };
    const sendOne = async (write: Write, index: number): Promise<void> => {
      const answer = await answerTo(write, sockets[index]);
      if (!answer) return;
      expect(answer.statusCode, write.operation).to.equal(200);
      write.acknowledgedAs = String(answer.headers['x-request-id']);
      onAcknowledged((count += 1));
    };
    await Promise.all(this.#writes.map(sendOne));
  }

  /**
   * Everything that was acknowledged is there, every write is there wholly or not at all, and the audit log tells of
   * the same.
   */
  async expectIntact(client: Client): Promise<void> {
    const present = new Map<string, string>();
    const idOf = new Map<string, string>();
    const { secrets } = await client.call('listSecrets', { query: { ...this.#project, recursive: 'true' } });
    for (const { id, secretPath, secretKey, secretValue } of secrets) {
      present.set(`${secretPath} ${secretKey}`, secretValue);
      idOf.set(secretKey, id);
    }
    const histories = new Map<string, string[]>();
    for (const key of contendedKeys)
      histories.set(key, await this.#history(client, idOf.get(key)!, present.get(`/ ${key}`)!));
    const done = this.#writes.filter((write) => isDone(write, present, histories));
    const lost = this.#writes.filter((write) => write.acknowledgedAs !== undefined && !done.includes(write));
    expect(
      lost.map(({ operation, effect }) => `${operation} ${JSON.stringify(effect)}`),
      'acknowledged, and lost',
    ).to.deep.equal([]);
    this.#expectNothingElse(present, histories);
    await this.#expectRecorded(client, done);
  }

  /** The values of a secret, the first one first; its versions have no gap, and the last one is that of today. */
  async #history(client: Client, secretId: string, today: string): Promise<string[]> {
    const { secretVersions } = await client.call('listSecretVersions', {
      params: { secretId },
      query: { limit: '1000' },
    });
    const versions = (secretVersions as { version: number; secretValue: string }[]).toReversed();
    expect(versions.map(({ version }) => version)).to.deep.equal(versions.map((_, index) => index + 1));
    expect(versions.at(-1)!.secretValue).to.equal(today);
    return versions.map(({ secretValue }) => secretValue);
  }

  #expectNothingElse(present: ReadonlyMap<string, string>, histories: ReadonlyMap<string, readonly string[]>): void {
    const known = new Set(
      this.#writes.flatMap(({ effect }) =>
        'key' in effect ? [`/ ${effect.key}`] : effect.map(({ path, key }) => `${path} ${key}`),
      ),
    );
    expect([...present.keys()].filter((name) => !known.has(name))).to.deep.equal([]);
    for (const values of histories.values()) expect(new Set(values).size, 'no change twice').to.equal(values.length);
  }

  /** An entry for each change, and none for what did not happen. */
  async #expectRecorded(client: Client, done: readonly Write[]): Promise<void> {
    const entries: { requestId: string; operation: string; event: { type: string } }[] = [];
    const eventType = [...new Set(this.#writes.map(({ operation }) => operations[operation].audit))].join(',');
    for (let offset = 0; offset === entries.length; offset += 1000) {
      const query = { projectId: this.#project.projectId, eventType, offset: String(offset), limit: '1000' };
      entries.push(...(await client.call('listAuditLogs', { query })).auditLogs);
    }
    const recorded = new Map(entries.map((entry) => [entry.requestId, entry]));
    for (const { operation, acknowledgedAs } of done)
      if (acknowledgedAs) expect(recorded.get(acknowledgedAs)).to.deep.include({ operation });
    const countOf = (operation: OperationId): number =>
      entries.filter((entry) => entry.operation === operation).length -
      (operation === 'createSecrets' ? this.#seeds : 0);
    for (const operation of new Set(this.#writes.map((write) => write.operation))) {
      expect(countOf(operation), operation).to.equal(done.filter((write) => write.operation === operation).length);
    }
  }
}

/** Fails on a write of which only a part is there. */
const isDone = (
  { operation, effect }: Write,
  present: ReadonlyMap<string, string>,
  histories: ReadonlyMap<string, readonly string[]>,
): boolean => {
  if ('key' in effect) return histories.get(effect.key)!.includes(effect.value);
  const count = (when: 'before' | 'after'): number =>
    effect.filter((touch) => present.get(`${touch.path} ${touch.key}`) === touch[when]).length;
  const [undone, done] = [count('before'), count('after')];
  expect([undone, done], `${operation} ${JSON.stringify(effect)}`).to.be.deep.oneOf([
    [effect.length, 0],
    [0, effect.length],
  ]);
  return done > 0;
};

const allWrites = (here: { projectId: string; environment: string }, idOf: ReadonlyMap<string, string>): Write[] => {
  const one = (operation: OperationId, key: string, effect: Write['effect'], body: object = {}): Write => ({
    operation,
    request: { params: { secretName: key }, body: { ...here, ...body } },
    effect,
  });
  const many = (operation: OperationId, effect: readonly Touch[], body: object): Write => ({
    operation,
    request: { body: { ...here, ...body } },
    effect,
  });
  const newValues = (keys: readonly string[]) => ({
    secrets: keys.map((secretKey) => ({ secretKey, secretValue: after(secretKey) })),
  });
  const inRoot = (key: string, values: Pick<Touch, 'before' | 'after'>): Touch => ({ path: '/', key, ...values });

  return interleaved([
    numbers(counts.creates)
      .map((index) => `NEW_${index}`)
      .map((key) => one('createSecret', key, [inRoot(key, { after: after(key) })], { secretValue: after(key) })),
    numbers(counts.changesOfEach).flatMap((change) =>
      contendedKeys.map((key) => {
        const value = `${key} in change ${change}`;
        return one('updateSecret', key, { key, value }, { secretValue: value });
      }),
    ),
    unwantedKeys.map((key) => one('deleteSecret', key, [inRoot(key, { before: before(key) })])),
    movedKeys.map((keys) => {
      const touches = keys.flatMap((key) => [
        inRoot(key, { before: before(key) }),
        { path: '/moved', key, after: before(key) },
      ]);
      return many('moveSecrets', touches, {
        sourceEnvironment: here.environment,
        destinationEnvironment: here.environment,
        destinationSecretPath: '/moved',
        secretIds: keys.map((key) => idOf.get(key)!),
      });
    }),
    numbers(counts.batches)
      .map((batch) => keysOfBatch('BATCH', batch, 20))
      .map((keys) =>
        many(
          'createSecrets',
          keys.map((key) => inRoot(key, { after: after(key) })),
          newValues(keys),
        ),
      ),
    changedKeys.map((keys) =>
      many(
        'updateSecrets',
        keys.map((key) => inRoot(key, { before: before(key), after: after(key) })),
        newValues(keys),
      ),
    ),
    deletedKeys.map((keys) =>
      many(
        'deleteSecrets',
        keys.map((key) => inRoot(key, { before: before(key) })),
        { secrets: keys.map((secretKey) => ({ secretKey })) },
      ),
    ),
  ]);
};
