/**
 * Why a login was not accepted, or a call to another server not made: written to the log and the audit log, never sent
 * to the caller. Contains nothing from the token.
 */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  /** A short code, such as `token_expired`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The other server could not be asked, or gave no usable response, so that nothing is known about the login. */
export class Unreachable extends Refused {
  override readonly name = 'Unreachable';
}
