import type { Timestamp } from '../platform/clock.ts';
import { forbidden } from '../platform/errors.ts';

/** Who is calling, as the token and the database say at this moment. */
export type Actor = MemberActor | ServiceActor;

/** A member of an organization. */
export type MemberActor = UserActor | IdentityActor;

export interface UserActor {
  readonly type: 'user';
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
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
  readonly name: string;
  readonly authMethod: string;
  readonly tokenId: string;
  readonly isInstanceAdmin: boolean;
  readonly organization: ActorOrganization;
}

/** A service token: it acts for itself, in one project. */
export interface ServiceActor {
  readonly type: 'service';
  readonly id: string;
  readonly name: string;
  readonly isInstanceAdmin: false;
  readonly projectId: string;
  /** What it may do there, as JSON. */
  readonly rulesJson: string;
  readonly expiresAt: Timestamp | null;
  /** The folder that it always reads, if its only scope names one. */
  readonly folder: { readonly environment: string; readonly path: string } | undefined;
  /** Without a membership. */
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

export interface ActorOrganization {
  readonly id: string;
  readonly membershipId: string;
  /** The slug of a built-in role, or `custom`; groups may give further ones. */
  readonly role: string;
  /** What is remembered of the caller's rules is good only if it was worked out at this revision. */
  readonly accessRevision: number;
  /** What an OpenID provider said of the caller at the login that its token comes from; null after any other. */
  readonly oidcClaims: Readonly<Record<string, string>> | null;
}

/** For operations that the contract keeps to users. */
export const userOf = ({ actor }: { readonly actor: Actor }): UserActor => {
  if (actor.type !== 'user') throw forbidden('This is only for users.');
  return actor;
};

/** For operations that the contract keeps from service tokens. */
export const memberOf = ({ actor }: { readonly actor: Actor }): MemberActor => {
  if (actor.type === 'service') throw forbidden('This is not for a service token.');
  return actor;
};
