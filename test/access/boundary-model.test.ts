import { expect } from 'chai';
import { apply, isPossible } from './model/apply.ts';
import { gainsOf, reachIn, type Gain, type Reach } from './model/invariant.ts';
import { lossesOf, type Loss } from './model/losses.ts';
import { permits } from './model/permits.ts';
import { modelSeed, Random } from './model/random.ts';
import { anyWorld } from './model/start.ts';
import { anyStep, type Step } from './model/steps.ts';
import type { ModelWorld } from './model/world.ts';
import { cases, makesAllCases } from '../support/world/cases.ts';

const worlds = cases(2_500);
const stepsPerWorld = 40;

/** The minimum number of the 100,000 steps by which a member gains access; usually two or three times as many do. */
const leastGains: Partial<Record<Step['kind'], number>> = {
  'create-privilege': 200,
  'change-privilege': 80,
  'delete-privilege': 25,
  'assign-roles': 120,
  'assign-group-roles': 100,
  'change-role': 80,
  'join-group': 100,
  'leave-group': 3,
  'rename-environment': 15,
  'rename-tag': 10,
  'rename-role': 30,
  'rename-group': 100,
  'change-values': 4,
  'relabel-secret': 80,
  'move-secret': 150,
};

interface Taken {
  readonly state: Reach;
  readonly isPermitted: boolean;
  readonly gains: readonly Gain[];
  readonly losses: readonly Loss[];
}

const take = async (state: Reach, step: Step): Promise<Taken> => {
  if (!isPossible(state.world, step) || !(await permits(state.world, step)))
    return { state, isPermitted: false, gains: [], losses: [] };
  const after = reachIn(apply(state.world, step), state);
  return {
    state: after,
    isPermitted: true,
    gains: gainsOf(step, state, after),
    losses: lossesOf(step, state, after),
  };
};

/** What the actor of a step could not have granted, or may not take. */
const violationIn = ({ gains, losses }: Taken): string | undefined => {
  const gain = gains.find(({ isGrantable }) => !isGrantable);
  if (gain) return `${gain.member} gains "${gain.label}" at ${gain.at}`;
  const loss = losses.find(({ isTakeable }) => !isTakeable);
  return loss && `${loss.member} loses "${loss.label}" at ${loss.at}`;
};

/** The first violation that these steps lead to, if any. */
const violationOf = async (
  start: ModelWorld,
  steps: readonly Step[],
): Promise<{ step: Step; violation: string } | undefined> => {
  let state = reachIn(start);
  for (const step of steps) {
    const taken = await take(state, step);
    const violation = violationIn(taken);
    if (violation) return { step, violation };
    state = taken.state;
  }
  return undefined;
};

/** Removes one step after the other while the rest still leads to a violation. */
const shrunk = async (start: ModelWorld, steps: readonly Step[]): Promise<readonly Step[]> => {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const fewer = steps.filter((_, other) => other !== index);
    if (await violationOf(start, fewer)) steps = fewer;
  }
  return steps;
};

/** Each entry of the state on its own line. */
const described = (world: ModelWorld): string[] =>
  Object.entries(world).flatMap(([part, entries]) =>
    typeof entries === 'string'
      ? [`  ${part}: ${entries}`]
      : Object.entries(entries as object).map(([id, entry]) => `  ${part} ${id}: ${JSON.stringify(entry)}`),
  );

const report = async (start: ModelWorld, steps: readonly Step[]): Promise<string> => {
  const few = await shrunk(start, steps);
  const { step, violation } = (await violationOf(start, few))!;
  const tried = few.map((each) => `  ${JSON.stringify(each)}`);
  return [
    `${violation} by ${step.kind} of ${step.actor}, who lacks it.`,
    'Start:',
    ...described(start),
    'Steps:',
    ...tried,
  ].join('\n');
};

interface Row {
  permitted: number;
  refused: number;
  gains: number;
  losses: number;
}
type Tally = Partial<Record<Step['kind'], Row>>;

const count = (tally: Tally, { kind }: Step, { isPermitted, gains, losses }: Taken): void => {
  const row = (tally[kind] ??= { permitted: 0, refused: 0, gains: 0, losses: 0 });
  if (isPermitted) row.permitted += 1;
  else row.refused += 1;
  row.gains += gains.length > 0 ? 1 : 0;
  row.losses += losses.length > 0 ? 1 : 0;
};

const runWorld = async (random: Random, tally: Tally): Promise<void> => {
  const start = anyWorld(random, { members: 4, secrets: 4 });
  const steps: Step[] = [];
  let state = reachIn(start);
  for (let index = 0; index < stepsPerWorld; index += 1) {
    const step = anyStep(random, state.world);
    steps.push(step);
    const taken = await take(state, step);
    if (violationIn(taken)) throw new Error(await report(start, steps));
    count(tally, step, taken);
    state = taken.state;
  }
};

describe('the permission boundary, as a model', () => {
  it('lets no member gain or lose what the actor of the step could not do for the same period, in many random steps', async () => {
    const seed = modelSeed('permission boundary');
    const tally: Tally = {};
    for (let number = 0; number < worlds; number += 1) await runWorld(new Random(seed + number), tally);
    const rows = Object.entries(tally);
    process.stdout.write(
      rows
        .map(
          ([kind, row]) =>
            `    ${kind}: ${row.permitted} permitted, ${row.refused} refused, ${row.gains} with gains, ${row.losses} with losses\n`,
        )
        .join(''),
    );
    // Otherwise the test would prove nothing.
    expect(rows).to.have.length(17);
    expect(rows.reduce((sum, [, { permitted, refused }]) => sum + permitted + refused, 0)).to.equal(
      worlds * stepsPerWorld,
    );
    for (const [kind, { permitted, refused }] of rows)
      (expect(permitted, `permitted: ${kind}`).to.be.above(worlds / 20),
        expect(kind === 'wait' || refused > worlds / 20, `refused: ${kind}`).to.equal(true));
    // In fewer steps, what is rare may not happen at all.
    for (const [kind, least] of Object.entries(leastGains).filter(([, number]) => makesAllCases || number >= 200))
      expect(tally[kind as Step['kind']]!.gains, `gains: ${kind}`).to.be.at.least(cases(least) / 2);
  });
});
