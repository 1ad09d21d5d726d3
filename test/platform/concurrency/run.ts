import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { randomOf, type Random } from '../../events/random.ts';
import { newColleague, newProjectWithSecrets, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import { Choices, type Choice } from './choices.ts';
import type { ModelOperation } from './operations.ts';
import { findOrder, type Recorded, type Step } from './search.ts';
import { isPermitted, keyOf, type ModelState, type Shown } from './state.ts';

const clientCount = 10;
const callsPerRound = 5;

interface Response {
  readonly status: number;
  readonly shown: readonly Shown[];
}

/**
 * The moments of an operation. Permission is checked before anything is read or changed: a privilege that is revoked in
 * between still counts.
 */
const stepsOf = ({ needs, isRead, run }: ModelOperation, { status, shown }: Response): Step<ModelState>[] => {
  if (needs && status === 403) return [{ agrees: (state) => !isPermitted(state, needs) }];
  const ids = shown.map(({ id }) => id);
  const change = (state: ModelState): ModelState | undefined => {
    const expected = run(state, ids);
    return expected.status === status && isDeepStrictEqual(expected.shown, shown) ? expected.after : undefined;
  };
  const isUnchanging = isRead || status !== 200;
  const step = isUnchanging ? { agrees: (state: ModelState) => change(state) !== undefined } : { change };
  return needs ? [{ agrees: (state) => isPermitted(state, needs) }, step] : [step];
};

/** Several clients that change one project at the same time. */
export class ConcurrentRun {
  readonly #nodes: readonly World[];
  readonly #setting: TestSecrets;
  readonly #random: Random;
  readonly #choices: Choices;
  readonly #administrators: readonly { token: string }[];
  readonly #identities: ReadonlyMap<string, { token: string }>;
  /** How many calls of each operation that changes something were successful. */
  readonly #changes = new Map<OperationId, number>();
  #state: ModelState;
  /** Nearly the present state, by which clients choose what to call. */
  #assumed: ModelState;

  private constructor(
    nodes: readonly World[],
    setting: TestSecrets,
    random: Random,
    administrators: readonly { token: string }[],
    identities: readonly { id: string; token: string }[],
  ) {
    this.#nodes = nodes;
    this.#setting = setting;
    this.#random = random;
    this.#administrators = administrators;
    this.#identities = new Map(identities.map((identity) => [identity.id, identity]));
    this.#choices = new Choices(random, setting.project, [...this.#identities.keys()]);
    const { '/': _root, ...folders } = setting.folderIds;
    this.#state = { folders: new Map(Object.entries(folders)), secrets: new Map(), privileges: new Map() };
    this.#assumed = this.#state;
  }

  static async start(nodes: readonly World[], seed: number): Promise<ConcurrentRun> {
    const [node] = nodes as [World];
    const setting = await newProjectWithSecrets(node, ['/a', '/b', '/c']);
    const administrators = [];
    while (administrators.length < clientCount) administrators.push(await newColleague(node, setting));
    const identities = [];
    while (identities.length < 2) identities.push(await newProjectIdentity(node, setting, 'no-access'));
    return new ConcurrentRun(nodes, setting, randomOf(seed), administrators, identities);
  }

  /** How many calls have changed something. */
  get changes(): number {
    return [...this.#changes.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Each client calls some operations, one after another; then everything is read. */
  async round(): Promise<void> {
    const before = this.#state;
    const history: Recorded<ModelState>[] = [];
    const calls = async (client: number): Promise<void> => {
      for (let count = 0; count < callsPerRound; count += 1)
        history.push(await this.#call(client, this.#choices.choose(this.#assumed)));
    };
    await Promise.all(this.#administrators.map((_, client) => calls(client)));
    history.push(...(await Promise.all(this.#choices.everything().map((choice) => this.#call(0, choice)))));
    const { found, longest } = findOrder(history, before, keyOf);
    if (!found) throw new Error(this.#report(before, history, longest));
    this.#state = found.state;
    this.#assumed = found.state;
  }

  /** Checks what the rounds have left behind: the versions of the secrets and the audit log. */
  async end(): Promise<void> {
    const [node] = this.#nodes as [World];
    const [as] = this.#administrators as [{ token: string }];
    for (const { id, version, value } of this.#state.secrets.values()) {
      const { body } = await node.call('listSecretVersions', {
        as,
        params: { secretId: id },
        query: { limit: '1000' },
      });
      const versions = body.secretVersions as { version: number; secretValue: string }[];
      expect(
        versions.map((one) => one.version),
        `versions of ${id}`,
      ).to.deep.equal(Array.from({ length: version }, (_, index) => version - index));
      expect(versions[0]!.secretValue).to.equal(value);
    }
    const entries = await this.#setting.entries();
    for (const [id, count] of this.#changes) {
      const recorded = entries.filter(({ eventType }) => eventType === operations[id].audit).length;
      // These record nothing if all stays as it is.
      if (['updateFolder', 'updatePrivilege'].includes(id)) expect(recorded, id).to.be.at.most(count);
      else expect(recorded, `audit log entries of ${id}`).to.equal(count);
    }
  }

  async #call(client: number, { operation, identityId }: Choice): Promise<Recorded<ModelState>> {
    const node = this.#random.pick(this.#nodes);
    const { id, isRead, params, query, body } = operation;
    const as = identityId === undefined ? this.#administrators[client]! : this.#identities.get(identityId)!;
    const start = performance.now();
    const answer = await node.call(id, {
      as,
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body }),
    });
    const end = performance.now();
    const { status } = answer;
    const shown = status === 200 ? operation.shown(answer.body) : [];
    if (status === 200 && !isRead) {
      this.#changes.set(id, (this.#changes.get(id) ?? 0) + 1);
      this.#assumed = operation.run(
        this.#assumed,
        shown.map((one) => one.id),
      ).after;
    }
    const caller = identityId === undefined ? `client ${client}` : `identity ${identityId}`;
    const times = [start, end].map((time) => time.toFixed(2)).join(' to ');
    const {
      projectId: _project,
      environment: _environment,
      ...request
    }: Readonly<Record<string, unknown>> = {
      ...params,
      ...query,
      ...body,
    };
    const problem = status === 200 ? [] : [answer.body.message as string];
    const response = [status, ...problem, ...shown.map((one) => `${one.id} ${one.text}`)].join(', ');
    return {
      start,
      end,
      steps: stepsOf(operation, { status, shown }),
      text: `${times}, node ${this.#nodes.indexOf(node)}, ${caller}: ${id} ${JSON.stringify(request)}: ${response}`,
    };
  }

  #report(
    before: ModelState,
    history: readonly Recorded<ModelState>[],
    longest: { state: ModelState; order: readonly string[] },
  ): string {
    const left = history.filter(({ text }) => !longest.order.includes(text));
    return [
      'No order of these operations explains their responses. The state before them:',
      keyOf(before),
      'The longest order that is possible:',
      ...longest.order,
      'The state after it:',
      keyOf(longest.state),
      'The other operations:',
      ...left.map(({ text }) => text),
    ].join('\n');
  }
}
