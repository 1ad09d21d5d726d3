import type { InputReader } from '../../../../platform/input-reader.ts';
import type { Targets } from '../../../../platform/targets/targets.ts';
import type { AppName, ConnectionMethod, PublicCredentials } from '../store.ts';

/** A user of the system, with a password. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A system that can be reached. */
export interface Reachable<C extends PublicCredentials = PublicCredentials> {
  readonly targets: Targets;
  readonly credentials: C;
  /** On whose behalf: what one organization asks of a system waits behind its own. */
  readonly caller: string;
}

/** How the password of a user is set, where there is a choice. */
export interface Setting {
  readonly rotationStatement?: string;
  /** The rules of a user that is created anew. */
  readonly permissionScope?: string;
}

/** A kind of system that connections lead to. The functions that reach it throw a `TargetError`. */
export interface App<C extends PublicCredentials = PublicCredentials> {
  readonly name: AppName;
  readonly title: string;
  readonly method: ConnectionMethod;
  /** Reads the credentials of a request; what is wrong is refused by the reader. */
  readCredentials(reader: InputReader): { readonly shown: C; readonly password: string };
  /** The name of the user that the server logs in as. */
  usernameIn(credentials: C): string;
  /** Logs in as the user, and does nothing else. */
  logIn(system: Reachable<C>, user: Login): Promise<void>;
  /** Sets the password of a user, logged in as `admin`; both may be the same user. Setting it twice is no error. */
  setPassword(system: Reachable<C>, admin: Login, user: Login, setting?: Setting): Promise<void>;
  /** Removes a user that a rotation has created; succeeds if it is gone already. */
  removeUser?(system: Reachable<C>, admin: Login, username: string): Promise<void>;
}
