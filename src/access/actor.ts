import type { Timestamp } from '../platform/clock.ts';
import { forbidden } from '../platform/errors.ts';
import { helpSections } from '../platform/help-sections.ts';

/** The caller, as the token and the database describe it now. */
export type Actor = MemberActor | ServiceActor;

/** A member of an organization. */
export type MemberActor = UserActor | IdentityActor;

/** How somebody signed in. */
export type SignInMethod = 'email' | 'oidc' | 'passkey';

/** The second factor that somebody showed. */
export type SecondFactor = 'totp' | 'webauthn';

/** How and when the owner of a session showed who they are. */
export interface SignIn {
  readonly authMethod: SignInMethod;
  /** Null if no second factor was shown. */
  readonly mfaMethod: SecondFactor | null;
  /** The time of the sign-in, or of the last time that the owner showed again who they are. */
  readonly authenticatedAt: Timestamp;
}

export interface UserActor extends SignIn {
  readonly type: 'user';
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly sessionId: string;
  readonly sessionExpiresAt: string;
  /** The identity provider that vouched for the user in this session, and its own session; null if none did. */
  readonly providerId: string | null;
  readonly providerSessionId: string | null;
  /** Administers the instance, independently of organizations. */
  readonly isInstanceAdmin: boolean;
  /** The organization of the token; undefined right after login. */
  readonly organization: ActorOrganization | undefined;
  /** The organization that an MFA token leads to; undefined for every other token. */
  readonly pendingOrganizationId?: string | undefined;
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

/** A service token, which acts in one project. */
export interface ServiceActor {
  readonly type: 'service';
  readonly id: string;
  readonly name: string;
  readonly isInstanceAdmin: false;
  readonly projectId: string;
  /** Its permission rules, as JSON. */
  readonly rulesJson: string;
  readonly expiresAt: Timestamp | null;
  /** The folder that it always reads, if it has a single scope with a folder. */
  readonly folder: { readonly environment: string; readonly path: string } | undefined;
  /** Has no membership. */
  readonly organization: ActorOrganization;
}

/** The holder of a signup token, who is not an actor yet and can only complete one account. */
export interface Invitee {
  readonly type: 'invitee';
  readonly userId: string;
  readonly membershipId: string;
  /** Identifies the token in its invitation. */
  readonly tokenId: string;
}

export interface ActorOrganization {
  readonly id: string;
  readonly membershipId: string;
  /** The slug of a built-in role, or `custom`; groups may grant further roles. */
  readonly role: string;
  /** Cached rules of the caller are valid only for this revision. */
  readonly accessRevision: number;
  /** What the caller's login proved, by the path after `identity.auth.` in templates; null if nothing. */
  readonly authValues: Readonly<Record<string, string>> | null;
}

/** The name under which records show the actor. */
export const actorName = (actor: Actor): string => (actor.type === 'user' ? actor.username : actor.name);

/** The actor of an operation that the contract allows to users only. */
export const userOf = ({ actor }: { readonly actor: Actor }): UserActor => {
  if (actor.type !== 'user') throw forbidden('This operation is only available to users.', helpSections.kindOfCaller);
  return actor;
};

/** The actor of an operation that the contract does not allow to service tokens. */
export const memberOf = ({ actor }: { readonly actor: Actor }): MemberActor => {
  if (actor.type === 'service')
    throw forbidden('This operation is not available to a service token.', helpSections.kindOfCaller);
  return actor;
};
