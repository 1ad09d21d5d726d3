import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import { referenceAllows, referenceGlob } from '../access/reference.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import type { TestSecrets } from '../support/fixtures/project-secrets.ts';
import { allEventKinds, listen, type Registration, type TestStream } from '../support/clients/streams.ts';
import type { World } from '../support/world/world.ts';
import { everyFolder, folderRefOf } from './model-project.ts';
import type { Random } from './random.ts';
import { receivedEventIn, textOf, type ReceivedEvent } from './replay.ts';

const subject = 'secret-event-subscriptions';
const kinds = allEventKinds.map(({ event }) => event);
const actionOf: Readonly<Record<string, string>> = {
  'secret:create': 'subscribe-to-creation-events',
  'secret:update': 'subscribe-to-update-events',
  'secret:delete': 'subscribe-to-deletion-events',
  'secret:import-mutation': 'subscribe-to-import-mutation-events',
};

const environments: readonly unknown[] = [
  'dev',
  { $in: ['dev', 'prod'] },
  { $ne: 'prod' },
  { $glob: 'st*' },
  { $eq: 'staging' },
];
const paths: readonly unknown[] = [
  '/',
  { $glob: '/app/**' },
  { $glob: '/{app,shared}/*' },
  { $in: ['/', '/app', '/transient/a', '/shared'] },
  { $glob: '/**' },
  { $glob: '/transient/?' },
  { $ne: '/app' },
];

const randomRule = (random: Random, inverted: boolean): Rule => {
  const conditions = {
    ...(random.chance(0.5) && { environment: random.pick(environments) }),
    ...(random.chance(0.5) && { secretPath: random.pick(paths) }),
  };
  const action = random.some(Object.values(actionOf), inverted ? 1 + random.below(2) : 2 + random.below(3));
  return { subject, action, ...(inverted && { inverted }), ...(Object.keys(conditions).length > 0 && { conditions }) };
};

export const randomRules = (random: Random): Rule[] => [
  ...Array.from({ length: 1 + random.below(3) }, () => randomRule(random, false)),
  ...(random.chance(0.4) ? [randomRule(random, true)] : []),
];

const randomEntry = (random: Random): Registration => {
  const conditions = {
    ...(random.chance(0.5) && { environmentSlug: random.pick(['dev', 'dev', 'staging', 'prod']) }),
    ...(random.chance(0.6) && {
      secretPath: random.pick([
        '/',
        '/app',
        '/app/**',
        '/**',
        '/*',
        '/{shared,lonely}/**',
        '/transient/*',
        '/transient/a',
        '/app/{api,web}',
      ]),
    }),
  };
  return { event: random.pick(kinds), ...(random.chance(0.85) && { conditions }) };
};

type EventSubject = Pick<ReceivedEvent, 'kind' | 'folder'>;

const matches = ({ event, conditions = {} }: Registration, { kind, folder }: EventSubject): boolean => {
  const { environment, path } = folderRefOf(folder);
  return (
    event === kind &&
    (conditions.environmentSlug ?? environment) === environment &&
    (conditions.secretPath === undefined || referenceGlob(conditions.secretPath, path))
  );
};

const isAllowed = (rules: readonly Rule[], { kind, folder }: EventSubject): boolean => {
  const { environment, path } = folderRefOf(folder);
  return referenceAllows(
    [{ rules, startsAt: null, endsAt: null }],
    actionOf[kind]!,
    subject,
    { environment, secretPath: path },
    '2030-01-01T00:00:00.000Z',
  );
};

/** Whether each registration matches at least one folder whose events the rules allow. */
const canReceive = (register: readonly Registration[], rules: readonly Rule[]): boolean =>
  register.every((entry) =>
    everyFolder.some(
      (folder) => matches(entry, { kind: entry.event, folder }) && isAllowed(rules, { kind: entry.event, folder }),
    ),
  );

/** A subscriber whose own role may be changed once. */
export class Subscriber {
  readonly #before: readonly Rule[];
  readonly #register: readonly Registration[];
  readonly #roleId: string;
  readonly #stream: TestStream;
  #change: { readonly rules: readonly Rule[]; readonly after: number } | undefined;

  private constructor({
    rules,
    register,
    roleId,
    stream,
  }: {
    rules: readonly Rule[];
    register: readonly Registration[];
    roleId: string;
    stream: TestStream;
  }) {
    this.#before = rules;
    this.#register = register;
    this.#roleId = roleId;
    this.#stream = stream;
  }

  /** Creates a subscriber with random rules and registrations that can match events. */
  static async newOne(random: Random, node: World, setting: TestSecrets): Promise<Subscriber> {
    let [rules, register]: [readonly Rule[], readonly Registration[]] = [[], []];
    do
      [rules, register] = [randomRules(random), Array.from({ length: 1 + random.below(4) }, () => randomEntry(random))];
    while (!canReceive(register, rules));
    const { organization, project } = setting;
    const member = random.chance(0.5)
      ? await node.newUser(organization, 'member')
      : await node.newIdentity(organization, 'no-access');
    const { roleId } = await addToProject(node, project, member, rules);
    return new Subscriber({
      rules,
      register,
      roleId: roleId!,
      stream: await listen(node, member, project.id, register),
    });
  }

  /** Changes the rules; they apply to events after this number. */
  async change(random: Random, node: World, { admin, project }: TestSecrets, after: number): Promise<void> {
    const rules = randomRules(random);
    const { status, body } = await node.call('updateProjectRole', {
      as: admin,
      params: { projectId: project.id, projectRoleId: this.#roleId },
      body: { permissions: rules },
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    this.#change = { rules, after };
  }

  /** Fails unless exactly the expected events were received. The stream must have ended. */
  async check(log: readonly ReceivedEvent[], stopMessage: string): Promise<'ended' | 'open to the end'> {
    const frames = await this.#stream.all();
    const last = frames.at(-1)!;
    expect(last.event).to.equal('error');
    const received = frames.slice(0, -1).map(receivedEventIn);
    const wasEnded = last.data.message !== stopMessage;
    const { rules, after } = this.#change ?? { rules: this.#before, after: Infinity };
    if (wasEnded) {
      expect(last.data.message).to.equal('You are not allowed to receive these events any more.');
      expect(
        canReceive(this.#register, rules),
        'a stream is not ended while its subscriber may receive events',
      ).to.equal(false);
    }
    const rulesFor = ({ number }: ReceivedEvent): readonly Rule[] =>
      number <= after ? this.#before : wasEnded ? [] : rules;
    const wanted = log.filter(
      (event) => this.#register.some((entry) => matches(entry, event)) && isAllowed(rulesFor(event), event),
    );
    const lines = (events: readonly ReceivedEvent[]): string[] =>
      events.map((event) => `${event.number} ${textOf(event)}`);
    expect(
      lines(received),
      JSON.stringify({ register: this.#register, before: this.#before, change: this.#change }),
    ).to.deep.equal(lines(wanted));
    return wasEnded ? 'ended' : 'open to the end';
  }
}
