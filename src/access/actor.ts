import { forbidden } from '../platform/errors.ts';
import type { HeldRole } from '../resources/roles/store.ts';

/** Who is calling, as the token and the database say at this moment. */
export type Actor = UserActor | IdentityActor;

export interface UserActor {
  readonly type: 'user';
  readonly id: string;
  readonly sessionId: string;
  readonly sessionExpiresAt: string;
  /** Administers the server itself, beyond any organization. */
  readonly isInstanceAdmin: boolean;
  /** The organization that the token was made for; none right after login. */
  readonly organization: ActorOrganization | undefined;
}

export interface IdentityActor {
  readonly type: 'identity';
  readonly id: string;
  readonly tokenId: string;
  readonly isInstanceAdmin: boolean;
  readonly organization: ActorOrganization;
}

/** Somebody with a signup token: no actor yet, good for finishing one account. */
export interface Invitee {
  readonly type: 'invitee';
  readonly userId: string;
  readonly membershipId: string;
  /** Names the token in its invitation. */
  readonly tokenId: string;
}

export interface ActorOrganization extends HeldRole {
  readonly id: string;
}

/** For operations that the contract keeps to users. */
export const userOf = ({ actor }: { readonly actor: Actor }): UserActor => {
  if (actor.type !== 'user') throw forbidden('This is only for users.');
  return actor;
};
