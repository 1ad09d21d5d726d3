import { memberOf } from '../../../access/actor.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { EventStream } from '../../../contract.ts';
import { actionFor, eventSubject, mayDeliver, type Filter } from '../../../events/filter.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';

const subscriberOf = (scope: Scope): Subscriber => {
  const { access, caller } = scope;
  const actor = memberOf(scope);
  const tokenId = actor.type === 'user' ? actor.sessionId : actor.tokenId;
  const subscriber = { type: actor.type, tokenId, organizationId: access.organization.id, ip: caller.ip };
  return { ...subscriber, key: JSON.stringify(Object.values(subscriber)) };
};

/** 403 unless the caller could be allowed to receive events of every requested kind. */
const requireSubscription = (project: ProjectAccess, filters: readonly Filter[], now: string): void => {
  for (const filter of filters) {
    const action = actionFor(filter.kind);
    project.requireSome(action, eventSubject);
    if (!mayDeliver(project.ability, filter, now)) project.refuse(action, eventSubject);
  }
};

/** Opens a stream of the events of the project's secrets from now on. */
export const subscribe = async (
  scope: Scope,
  project: ProjectAccess,
  filters: readonly Filter[],
): Promise<EventStream> => {
  requireSubscription(project, filters, timestamp(scope.clock.now()));
  scope.licences.require(project.row.organizationId, 'eventSubscriptions');
  const reservation = await scope.eventStreams.reserve(project.row, memberOf(scope).id);
  return new EventStream(
    (sink) => reservation.open({ subscriber: subscriberOf(scope), filters, sink }),
    () => reservation.cancel(),
  );
};
