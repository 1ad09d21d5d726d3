import type { ProjectWithRevisions } from '../../../access/project.ts';
import type { Abilities, Member } from '../../../access/abilities.ts';
import type { Config } from '../../../config.ts';
import type { SubscriberAuthorization, Subscriber } from '../../../events/subscriber.ts';
import { notAvailable, type Licences } from '../../../licence/licences.ts';
import { timestamp, type Clock } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';
import { authValuesOf } from '../../identity/access-tokens/issue.ts';
import { requireUsable, notActive } from '../../identity/access-tokens/authorize.ts';
import { lacksSecondFactor, secondFactorMissing } from '../../identity/second-factor/required.ts';
import { requireLive, requireWithinLimits } from '../../identity/sessions/limits.ts';
import { requireAcceptedSignIn } from '../../identity/sessions/allowed.ts';

interface Deps {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly abilities: Abilities;
  readonly licences: Licences;
  readonly config: Pick<Config, 'requireSecondFactor'>;
}

const notInProject = { reason: 'You are no longer a member of this project.' };

/** Returns the member behind each subscriber, by its key, or the error for a token that is no longer valid. */
const findMembers = async (
  { stores, clock, config }: Deps,
  organizationId: string,
  subscribers: readonly Subscriber[],
): Promise<Map<string, Member | ServiceError>> => {
  const now = timestamp(clock.now());
  const idsOf = (type: Subscriber['type']): string[] => [
    ...new Set(subscribers.filter((subscriber) => subscriber.type === type).map(({ tokenId }) => tokenId)),
  ];
  const tokens = new Map((await stores.accessTokens.listPresented(idsOf('identity'))).map((row) => [row.id, row]));
  const sessions = new Map(
    (await stores.sessions.listPresented(idsOf('user'), organizationId)).map((row) => [row.id, row]),
  );

  const memberOf = ({ type, tokenId, ip }: Subscriber): Member => {
    if (type === 'identity') {
      const token = requireUsable(tokens.get(tokenId), { now, ip });
      return { ...token, authValues: authValuesOf(token) };
    }
    const session = requireLive(sessions.get(tokenId), now);
    if (session.membershipId === null || !session.isActive) throw notActive();
    if (lacksSecondFactor(session, config)) throw secondFactorMissing();
    requireWithinLimits(session, now);
    requireAcceptedSignIn(session);
    return { membershipId: session.membershipId, accessRevision: session.accessRevision!, authValues: null };
  };
  const memberOrError = (subscriber: Subscriber): Member | ServiceError => {
    try {
      return memberOf(subscriber);
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  };
  return new Map(subscribers.map((subscriber) => [subscriber.key, memberOrError(subscriber)]));
};

const authorizeSubscriber = async (
  { stores, abilities }: Deps,
  project: ProjectWithRevisions,
  member: Member | ServiceError,
): Promise<SubscriberAuthorization> => {
  if (member instanceof ServiceError) return { reason: member.message };
  const held = await abilities.inProject(stores, project, member);
  return held.isMember ? { ability: held.ability } : notInProject;
};

/** Decides from the current database whether each subscriber may still listen to the project, and with which rules. */
export const authorizeSubscribers = async (
  deps: Deps,
  projectId: string,
  subscribers: readonly Subscriber[],
): Promise<Map<string, SubscriberAuthorization>> => {
  const all = (authorization: SubscriberAuthorization): Map<string, SubscriberAuthorization> =>
    new Map(subscribers.map(({ key }) => [key, authorization]));
  const project = await deps.stores.projects.findById(subscribers[0]!.organizationId, projectId);
  if (!project) return all({ reason: 'The project was deleted.' });
  if (!deps.licences.has(project.organizationId, 'eventSubscriptions'))
    return all({ reason: notAvailable('eventSubscriptions') });

  const authorizations = new Map<string, SubscriberAuthorization>();
  for (const [key, member] of await findMembers(deps, project.organizationId, subscribers))
    authorizations.set(key, await authorizeSubscriber(deps, project, member));
  return authorizations;
};
