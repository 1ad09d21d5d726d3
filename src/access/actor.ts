/** Who is calling, as the token and the database say at this moment. */
export type Actor = UserActor | IdentityActor;

export interface UserActor {
  readonly type: 'user';
  readonly id: string;
  readonly sessionId: string;
  readonly sessionExpiresAt: string;
  /** The organization that the token was made for; none right after login. */
  readonly organization: ActorOrganization | undefined;
}

export interface IdentityActor {
  readonly type: 'identity';
  readonly id: string;
  readonly tokenId: string;
  readonly organization: ActorOrganization;
}

export interface ActorOrganization {
  readonly id: string;
  readonly role: string;
}
