// `npm run bench:access`: the cost of authorizing one request, compared with @casl/ability in the same run.
import type { Rule } from '../../src/access/rule.ts';
import { createMongoAbility, subject as caslSubject, type RawRuleOf, type MongoAbility } from '@casl/ability';
import { Ability, projectActions } from '../../src/access/ability.ts';
import type { Grant } from '../../src/access/grant.ts';

const now = '2030-01-01T00:00:00.000Z';
const environments = Array.from({ length: 10 }, (_, index) => `environment-${index}`);

/** Five roles and twenty privileges of ten rules each, every second privilege temporary; one rule in ten denies. */
const grants: Grant[] = Array.from({ length: 25 }, (_, index) => ({
  source: { type: index < 5 ? 'role' : 'privilege', id: `${index}`, slug: `${index}`, name: null, group: null },
  rules: environments.map<Rule>((environment, position) => ({
    subject: 'secrets',
    action: ['describeSecret', 'readValue', 'create'],
    conditions: { environment, secretPath: { $in: [`/service-${index}`, `/service-${index}/config`] } },
    inverted: position === 9,
  })),
  startsAt: index % 2 ? '2029-01-01T00:00:00.000Z' : null,
  endsAt: index % 2 ? '2031-01-01T00:00:00.000Z' : null,
}));

const requests = grants.flatMap((_, index) =>
  environments.map((environment) => ({ environment, secretPath: `/service-${index}` })),
);

/** The active rules for CASL, with denies last, because the last matching rule decides there. */
const forCasl = (): RawRuleOf<MongoAbility>[] =>
  grants
    .filter(({ startsAt, endsAt }) => (startsAt ?? '') <= now && now < (endsAt ?? '9'))
    .flatMap(({ rules }) => rules)
    .map(({ subject, action, conditions, inverted = false }) => ({
      subject,
      action: [...(action as string[])],
      conditions: { ...conditions },
      inverted,
    }))
    .sort((one, other) => Number(one.inverted) - Number(other.inverted));

const median = (values: number[]): number => values.sort((one, other) => one - other)[Math.floor(values.length / 2)]!;

const microseconds = (work: () => void, times: number): number => {
  const started = performance.now();
  for (let index = 0; index < times; index += 1) work();
  return ((performance.now() - started) * 1000) / times;
};

const ours = new Ability(grants, undefined, projectActions);
const casl = createMongoAbility(forCasl());
let next = 0;
const nextRequest = () => requests[(next += 1) % requests.length]!;
const decideOurs = () => ours.decide('readValue', 'secrets', nextRequest(), now).isAllowed;
const decideCasl = () => casl.can('readValue', caslSubject('secrets', { ...nextRequest() }));

for (const request of requests) {
  if (
    ours.decide('readValue', 'secrets', request, now).isAllowed !==
    casl.can('readValue', caslSubject('secrets', { ...request }))
  )
    throw new Error(`the decisions differ for ${JSON.stringify(request)}`);
}

const rounds = Array.from({ length: 15 }, () => ({
  decide: { ours: microseconds(decideOurs, 5000), casl: microseconds(decideCasl, 5000) },
  build: {
    ours: microseconds(() => new Ability(grants, undefined, projectActions), 20),
    casl: microseconds(
      () => createMongoAbility(forCasl()).can('readValue', caslSubject('secrets', { ...nextRequest() })),
      20,
    ),
  },
}));

console.log('5 roles and 20 privileges of 10 rules each; medians of 15 interleaved rounds\n');
for (const [name, about] of [
  ['decide', 'one decision'],
  ['build', 'preparing the rules, once per revision'],
] as const) {
  const [own, theirs] = [
    median(rounds.map((round) => round[name].ours)),
    median(rounds.map((round) => round[name].casl)),
  ];
  console.log(
    `${about}: ${own.toFixed(1)} us, with @casl/ability ${theirs.toFixed(1)} us (${(theirs / own).toFixed(1)} times as long)`,
  );
}
