import type { Timestamp } from '../../../src/platform/clock.ts';
import { referenceIsActive } from '../reference.ts';
import { isYes, textOf, timesToCheck, type Reach, type Schedule } from './invariant.ts';
import type { Step } from './steps.ts';

export interface Loss {
  readonly member: string;
  readonly label: string;
  readonly at: Timestamp;
  /** Whether the actor of the step could do as much before it. */
  readonly isTakeable: boolean;
}

/** The steps that take roles and privileges from somebody. */
const takingSteps: readonly Step['kind'][] = [
  'change-privilege',
  'delete-privilege',
  'assign-roles',
  'assign-group-roles',
  'leave-group',
];

const isAllowing = ({ allows }: Schedule[number], at: Timestamp): boolean =>
  allows.some((span) => referenceIsActive(span, at));

/** What members could do before the step and no rule allows after it, at any time. */
export const lossesOf = (step: Step, before: Reach, after: Reach): Loss[] => {
  if (!takingSteps.includes(step.kind)) return [];
  const own = before.members.get(step.actor)!.schedules;
  const times = timesToCheck(before.world.now, [before, after]);
  const losses: Loss[] = [];
  for (const [member, { schedules }] of before.members) {
    const schedulesAfter = after.members.get(member)!.schedules;
    if (schedulesAfter === schedules) continue;
    for (const [label, schedule] of schedules) {
      const later = schedulesAfter.get(label);
      if (!later || textOf(later) === textOf(schedule)) continue;
      for (const at of times)
        for (const [index, check] of schedule.entries())
          if (isYes(check, at) && !isAllowing(later[index]!, at))
            losses.push({ member, label, at, isTakeable: isYes(own.get(label)![index]!, at) });
    }
  }
  return losses;
};
