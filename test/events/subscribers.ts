import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import { referenceAllows, referenceGlob } from '../access/reference.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import type { TestSecrets } from '../support/fixtures/project-secrets.ts';
import { allEventKinds, listen, type Registration, type TestStream } from '../support/clients/streams.ts';
import type { World } from '../support/world/world.ts';
import { everyFolder, placeOf } from './playground.ts';
import type { Random } from './random.ts';
import { textOf, toldIn, type Told } from './replay.ts';

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
  { $in: ['/', '/app', '/passing/a', '/shared'] },
  { $glob: '/**' },
  { $glob: '/passing/?' },
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
        '/passing/*',
        '/passing/a',
        '/app/{api,web}',
      ]),
    }),
  };
  return { event: random.pick(kinds), ...(random.chance(0.85) && { conditions }) };
};

type Happening = Pick<Told, 'kind' | 'folder'>;

const asksFor = ({ event, conditions = {} }: Registration, { kind, folder }: Happening): boolean => {
  const { environment, path } = placeOf(folder);
  return (
    event === kind &&
    (conditions.environmentSlug ?? environment) === environment &&
    (conditions.secretPath === undefined || referenceGlob(conditions.secretPath, path))
  );
};

const mayKnow = (rules: readonly Rule[], { kind, folder }: Happening): boolean => {
  const { environment, path } = placeOf(folder);
  return referenceAllows(
    [{ rules, startsAt: null, endsAt: null }],
    actionOf[kind]!,
    subject,
    { environment, secretPath: path },
    '2030-01-01T00:00:00.000Z',
  );
};

/** Whether there is, for each thing that is asked for, a folder of which it may be told. */
const isReasonable = (register: readonly Registration[], rules: readonly Rule[]): boolean =>
  register.every((entry) =>
    everyFolder.some(
      (folder) => asksFor(entry, { kind: entry.event, folder }) && mayKnow(rules, { kind: entry.event, folder }),
    ),
  );

/** Somebody who listens, with a role of their own that may be changed once. */
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

  /** Asks for something that there may be. */
  static async newOne(random: Random, node: World, setting: TestSecrets): Promise<Subscriber> {
    let [rules, register]: [readonly Rule[], readonly Registration[]] = [[], []];
    do
      [rules, register] = [randomRules(random), Array.from({ length: 1 + random.below(4) }, () => randomEntry(random))];
    while (!isReasonable(register, rules));
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

  /** From the event after that number on, other rules hold. */
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

  /** Fails unless it was told exactly what it should be. The stream has to be over. */
  async check(log: readonly Told[], lastWord: string): Promise<'ended' | 'told to the end'> {
    const frames = await this.#stream.all();
    const last = frames.at(-1)!;
    expect(last.event).to.equal('error');
    const told = frames.slice(0, -1).map(toldIn);
    const wasEnded = last.data.message !== lastWord;
    const { rules, after } = this.#change ?? { rules: this.#before, after: Infinity };
    if (wasEnded) {
      expect(last.data.message).to.equal('You are not allowed to receive these events any more.');
      expect(isReasonable(this.#register, rules), 'nobody is sent away who may still be told something').to.equal(
        false,
      );
    }
    const rulesFor = ({ number }: Told): readonly Rule[] => (number <= after ? this.#before : wasEnded ? [] : rules);
    const wanted = log.filter(
      (event) => this.#register.some((entry) => asksFor(entry, event)) && mayKnow(rulesFor(event), event),
    );
    const lines = (events: readonly Told[]): string[] => events.map((event) => `${event.number} ${textOf(event)}`);
    expect(
      lines(told),
      JSON.stringify({ register: this.#register, before: this.#before, change: this.#change }),
    ).to.deep.equal(lines(wanted));
    return wasEnded ? 'ended' : 'told to the end';
  }
}
