import type { TargetTls } from './tls.ts';

/** A session in a database of SQL, in which the statements of users run. */
export interface SqlSession {
  /** Runs a text of one statement or several. */
  run(text: string): Promise<void>;
  /** Runs statements about a user; returns false if they failed because the user does not exist. */
  changeUser(text: string, username: string): Promise<boolean>;
  /** Runs statements that remove a user; succeeds if the user is gone already. */
  removeUser(text: string, username: string): Promise<void>;
}

export interface SqlLogin {
  /** The host as users enter it: the certificate has to name it. */
  readonly host: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  readonly tls: TargetTls | undefined;
}
