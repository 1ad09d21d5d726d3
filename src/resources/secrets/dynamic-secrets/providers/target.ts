import { badRequest } from '../../../../platform/errors.ts';
import { TargetError, withoutValues } from '../../../../platform/targets/errors.ts';
import type { Protocol, TargetAddress, Targets, TargetUse } from '../../../../platform/targets/targets.ts';
import type { TargetTls } from '../../../../platform/targets/tls.ts';
import { ProviderError, type ProviderDeps } from './provider.ts';
import type { InputReader } from '../../../../platform/input-reader.ts';

/** The part of the inputs that says whether and how a connection is encrypted. */
export interface TlsInputs {
  readonly ca: string;
  readonly sslEnabled: boolean;
  readonly sslRejectUnauthorized: boolean;
}

export const readTls = (reader: InputReader): TlsInputs => ({
  ca: reader.exactText('ca'),
  sslEnabled: reader.flag('sslEnabled', false),
  sslRejectUnauthorized: reader.flag('sslRejectUnauthorized', true),
});

export const tlsOf = ({ ca, sslEnabled, sslRejectUnauthorized }: TlsInputs): TargetTls | undefined =>
  ca !== '' || sslEnabled ? { ca, verifiesCertificate: sslRejectUnauthorized } : undefined;

export type Target = Omit<TargetUse, 'caller'>;

/** The system of inputs that name its host and port. */
export const targetOf = ({ host, port, ...inputs }: TlsInputs & TargetAddress): Target => ({
  address: { host, port },
  isEncrypted: tlsOf(inputs) !== undefined,
});

/** 400 for a host that is not allowed. */
export const requireAllowed = (target: Target, targets: Targets): void => {
  const problem = targets.problemOf(target);
  if (problem !== undefined) throw badRequest(problem);
};

/** A creation that waited longer is given up, because the lease counts as failed by then. */
const latestBeginMs = 60_000;

/** When the last step of a creation that begins now may begin. */
export const latestBegin = ({ clock }: ProviderDeps): number => clock.elapsed() + latestBeginMs;

export interface SessionOptions {
  /** Values that errors do not contain. */
  readonly hidden: readonly string[];
  /** A moment of `latestBegin`. */
  readonly latest?: number | undefined;
}

/** Does work in a session of a target, and makes a `ProviderError` of what fails. */
export const inSession = async <S, T>(
  target: Target,
  protocol: Protocol<S>,
  { targets, caller, clock }: ProviderDeps,
  { hidden, latest = Infinity }: SessionOptions,
  work: (session: S) => Promise<T>,
): Promise<T> => {
  const progress = { hasBegun: false };
  try {
    return await targets.use({ ...target, caller }, protocol, (session) => {
      if (clock.elapsed() > latest) throw new TargetError('refused', 'Too many others were waiting.');
      progress.hasBegun = true;
      return work(session);
    });
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new ProviderError(withoutValues(error.message, hidden), progress.hasBegun && error.failure !== 'refused');
  }
};
