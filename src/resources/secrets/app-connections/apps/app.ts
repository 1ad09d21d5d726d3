import type { Targets } from '../../../../platform/targets/targets.ts';
import type { AppName, PublicCredentials } from '../store.ts';

/** A user of the system, with a password. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A system that can be reached. */
export interface Reachable {
  readonly targets: Targets;
  readonly credentials: PublicCredentials;
  /** On whose behalf: what one organization asks of a system waits behind its own. */
  readonly caller: string;
}

/** A kind of system that connections lead to. All functions throw a `TargetError`. */
export interface App {
  readonly name: AppName;
  readonly title: string;
  /** Logs in as the user, and does nothing else. */
  logIn(system: Reachable, user: Login): Promise<void>;
  /** Sets the password of a user, logged in as `admin`; both may be the same user. Setting it twice is no error. */
  setPassword(system: Reachable, admin: Login, user: Login, statement?: string): Promise<void>;
}
