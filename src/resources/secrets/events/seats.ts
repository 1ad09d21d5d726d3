import type { ProjectRow } from '../../../access/project.ts';
import type { Abilities, Member } from '../../../access/abilities.ts';
import type { Judgement, Seat } from '../../../events/hub.ts';
import { notAvailable, type Licences } from '../../../licence/licences.ts';
import { timestamp, type Clock } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';
import { requireUsable, tokenEnded, notActive } from '../../identity/access-tokens/judge.ts';

interface Means {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly abilities: Abilities;
  readonly licences: Licences;
}

const notInProject = { reason: 'You are not a member of this project any more.' };

/** The members behind the seats, by seat; what is wrong with a token instead of those that are not good any more. */
const membersOf = async (
  { stores, clock }: Means,
  organizationId: string,
  seats: readonly Seat[],
): Promise<Map<string, Member | ServiceError>> => {
  const now = timestamp(clock.now());
  const idsOf = (type: Seat['type']): string[] => [
    ...new Set(seats.filter((seat) => seat.type === type).map(({ tokenId }) => tokenId)),
  ];
  const tokens = new Map((await stores.accessTokens.listPresented(idsOf('identity'))).map((row) => [row.id, row]));
  const sessions = new Map(
    (await stores.sessions.listPresented(idsOf('user'), organizationId)).map((row) => [row.id, row]),
  );

  const memberOf = ({ type, tokenId, ip }: Seat): Member => {
    if (type === 'identity') return requireUsable(tokens.get(tokenId), { now, ip });
    const session = sessions.get(tokenId);
    if (!session || session.expiresAt <= now) throw tokenEnded();
    if (session.membershipId === null || !session.isActive) throw notActive();
    return { membershipId: session.membershipId, accessRevision: session.accessRevision!, oidcClaims: null };
  };
  const judged = (seat: Seat): Member | ServiceError => {
    try {
      return memberOf(seat);
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  };
  return new Map(seats.map((seat) => [seat.key, judged(seat)]));
};

const judgeSeat = async (
  { stores, abilities }: Means,
  project: ProjectRow,
  member: Member | ServiceError,
): Promise<Judgement> => {
  if (member instanceof ServiceError) return { reason: member.message };
  const held = await abilities.inProject(stores, project, member);
  return held.isMember ? { ability: held.ability } : notInProject;
};

/**
 * Whether they may still listen to the project, and what each of them may do there, as the database says at this
 * moment.
 */
export const judgeSeats = async (
  means: Means,
  projectId: string,
  seats: readonly Seat[],
): Promise<Map<string, Judgement>> => {
  const all = (judgement: Judgement): Map<string, Judgement> => new Map(seats.map(({ key }) => [key, judgement]));
  const project = await means.stores.projects.findById(seats[0]!.organizationId, projectId);
  if (!project) return all({ reason: 'The project was deleted.' });
  if (!means.licences.has(project.organizationId, 'eventSubscriptions'))
    return all({ reason: notAvailable('eventSubscriptions') });

  const judgements = new Map<string, Judgement>();
  for (const [key, member] of await membersOf(means, project.organizationId, seats))
    judgements.set(key, await judgeSeat(means, project, member));
  return judgements;
};
