import { expect } from 'chai';
import type { Timestamp } from '../../src/platform/clock.ts';
import type { World } from '../support/world/world.ts';
import { apply, isPossible } from './model/apply.ts';
import { gainsOf, reachIn } from './model/invariant.ts';
import { permits } from './model/permits.ts';
import { modelSeed, Random } from './model/random.ts';
import { ModelServer } from './model/server.ts';
import { anyWorld } from './model/start.ts';
import { anyStep, type Step } from './model/steps.ts';
import { grantsOf, type ModelWorld } from './model/world.ts';
import { cases, makesAllCases, onEitherDatabase } from '../support/world/cases.ts';

const stepsPerWorld = 25;
const steps = { sqlite: cases(750), postgres: cases(250) };

/** What every member sees of every secret, by time, member and secret. */
type VisibleSecrets = ReadonlyMap<string, 'value' | 'description' | 'nothing'>;

const rank = ['nothing', 'description', 'value'];

/** Now, and the next time at which a period begins or ends in either state. */
const timesToCheck = ({ now, ...before }: ModelWorld, after: ModelWorld): Timestamp[] => {
  const spans = [{ now, ...before }, after].flatMap((world) =>
    Object.keys(world.members).flatMap((id) => grantsOf(world, id)),
  );
  const later = spans
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((time) => time !== null && time > now);
  return [now, ...later.sort().slice(-1)] as Timestamp[];
};

/** Whether a member may read more after the step, according to the model. */
const letsRead = async (model: ModelWorld, step: Step): Promise<boolean> => {
  if (!(await permits(model, step))) return false;
  const before = reachIn(model);
  return gainsOf(step, before, reachIn(apply(model, step), before)).some(
    ({ label }) => label.startsWith('readValue') || label.startsWith('describeSecret'),
  );
};

/** A random step, and sometimes one by which a member gains access: those are rare, and each step is slow. */
const chooseStep = async (random: Random, model: ModelWorld): Promise<Step> => {
  const candidates = random.times(30, () => anyStep(random, model)).filter((step) => isPossible(model, step));
  if (random.chance(0.25)) for (const step of candidates) if (await letsRead(model, step)) return step;
  return candidates[0] ?? chooseStep(random, model);
};

/** A run from one initial state. */
class Run {
  readonly #world: World;
  readonly #server: ModelServer;
  readonly #start: number;
  readonly tried: Step[] = [];
  model: ModelWorld;
  permitted = 0;
  gains = 0;

  constructor(world: World, server: ModelServer, model: ModelWorld) {
    this.#world = world;
    this.#server = server;
    this.#start = Date.parse(model.now);
    this.model = model;
  }

  async take(step: Step): Promise<void> {
    this.tried.push(step);
    const after = apply(this.model, step);
    if (step.kind === 'wait') this.model = after;
    else if (await permits(this.model, step)) await this.#permitted(step, after);
    else
      expect(
        (await this.#at(this.model.now, () => this.#server.attempt(this.model, step))).status,
        this.#describe('refused'),
      ).to.equal(403);
  }

  async #permitted(step: Exclude<Step, { kind: 'wait' }>, after: ModelWorld): Promise<void> {
    const times = timesToCheck(this.model, after);
    const before = await this.#visibleSecrets(this.model, times);
    const { status, body } = await this.#at(this.model.now, () => this.#server.attempt(this.model, step));
    expect(status, this.#describe(JSON.stringify(body))).to.equal(200);
    this.permitted += 1;
    for (const [key, seen] of await this.#visibleSecrets(after, times)) {
      if (rank.indexOf(seen) <= rank.indexOf(before.get(key)!)) continue;
      this.gains += 1;
      expect(rank.indexOf(this.#actorSaw(before, step, key)), this.#describe(`gained: ${key} ${seen}`)).to.be.at.least(
        rank.indexOf(seen),
      );
    }
    this.model = after;
  }

  /** What the actor saw of it before the step, at the same time; for moving or relabelling a secret, now. */
  #actorSaw(before: VisibleSecrets, step: Step, key: string): 'value' | 'description' | 'nothing' {
    const [time, , secret] = key.split(' ');
    const isCopy = step.kind === 'move-secret' || step.kind === 'relabel-secret';
    return before.get(`${isCopy ? this.model.now : time} ${step.actor} ${secret}`)!;
  }

  async #visibleSecrets(model: ModelWorld, times: readonly Timestamp[]): Promise<VisibleSecrets> {
    const visible = new Map<string, 'value' | 'description' | 'nothing'>();
    for (const time of times) {
      await this.#at(time, async () => {
        for (const member of Object.keys(model.members)) {
          for (const [id, secret] of Object.entries(model.secrets))
            visible.set(`${time} ${member} ${id}`, await this.#server.visibilityOf(model, member, secret));
        }
      });
    }
    return visible;
  }

  #at<T>(time: Timestamp, work: () => Promise<T>): Promise<T> {
    return this.#world.clock.later((Date.parse(time) - this.#start) / 1000, work);
  }

  #describe(what: string): string {
    return `${what}\n${this.tried.map((step) => JSON.stringify(step)).join('\n')}\n`;
  }
}

onEitherDatabase('the permission boundary, as a model through HTTP', (world, kind) => {
  it(`lets no member gain what the actor of the step could not read, in ${steps[kind]} random steps`, async () => {
    const seed = modelSeed(`permission boundary through HTTP, ${kind}`);
    const total = { permitted: 0, gains: 0 };
    for (let number = 0; number < steps[kind] / stepsPerWorld; number += 1) {
      const random = new Random(seed + number);
      const model = anyWorld(random, { members: 3, secrets: 4 });
      const run = new Run(world(), await ModelServer.start(world(), model), model);
      while (run.tried.length < stepsPerWorld) await run.take(await chooseStep(random, run.model));
      total.permitted += run.permitted;
      total.gains += run.gains;
    }
    process.stdout.write(`    ${steps[kind]} steps: ${total.permitted} permitted, ${total.gains} gains\n`);
    expect(total.permitted).to.be.above(steps[kind] / 10);
    expect(steps[kind] - total.permitted).to.be.above(steps[kind] / 10);
    // In fewer steps, rare ones may not occur at all.
    if (makesAllCases) expect(total.gains).to.be.above(steps[kind] / 100);
  });
});
