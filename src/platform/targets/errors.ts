/**
 * Why an outside system did not do what it was asked for: its address is not allowed, it was not reached or did not
 * respond, it answered with an error and changed nothing, or it did only a part.
 */
export type TargetFailure = 'not_allowed' | 'unreachable' | 'refused' | 'partial';

/** The message may contain what the system answered, so it is shown or stored only after `withoutValues`. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly failure: TargetFailure;
  /** The code of the system's own error, such as PostgreSQL's `42704`. */
  readonly code: string | undefined;

  constructor(failure: TargetFailure, message: string, code?: string) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}

/** Replaces these values wherever they stand in a text, also within words; the longest first, as one can contain another. */
export const withoutValues = (text: string, values: readonly string[]): string =>
  values
    .filter((value) => value !== '')
    .sort((one, other) => other.length - one.length)
    .reduce((rest, value) => rest.replaceAll(value, '[REDACTED]'), text);

/** The failure of a connection, or of TLS on it. */
export const connectionFailure = (error: unknown): TargetError => {
  if (error instanceof TargetError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && /CERT|SIGNATURE|ISSUER|ERR_TLS|EPROTO/.test(code))
    return new TargetError(
      'refused',
      `Its certificate is not accepted (${code}). Check the configured authority.`,
      code,
    );
  return new TargetError('unreachable', `The connection failed: ${code ?? message}.`);
};
