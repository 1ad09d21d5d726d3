/**
 * Why an outside system did not do what it was asked for: its address is not allowed, it was not reached or did not
 * respond, or it answered with an error.
 */
export type TargetFailure = 'not_allowed' | 'unreachable' | 'refused';

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
