/**
 * Why a token of an OpenID provider was not accepted: for logs, never for whoever sent it. Says nothing of what the
 * token holds.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** A short word, such as `token_expired`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
