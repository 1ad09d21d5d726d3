/**
 * Why a token of an OpenID provider was not accepted: written to the log, never sent to the caller. Contains nothing
 * from the token.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** A short code, such as `token_expired`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
