import type { Clock } from '../../../../platform/clock.ts';
import type { Targets } from '../../../../platform/targets/targets.ts';

/** The stored inputs of a provider, as `read` returned them. */
export type Inputs = Readonly<Record<string, unknown>>;

export interface ProviderDeps {
  readonly targets: Targets;
  readonly clock: Clock;
  /** On whose behalf a target is used, so that one organization waits behind itself. */
  readonly caller: string;
}

/** One lease, as a provider sees it. */
export interface Credentials {
  readonly username: string;
  readonly expireAt: Date;
  readonly config: LeaseConfig | null;
}

export interface LeaseConfig {
  readonly principals?: readonly string[] | undefined;
  readonly namespace?: string | undefined;
}

/** An error of a provider, whose message contains no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** Whether something may have been changed in the target, although it failed. */
  readonly isUncertain: boolean;

  constructor(message: string, isUncertain: boolean) {
    super(message);
    this.isUncertain = isUncertain;
  }
}

/** What creates credentials of one type. */
export interface Provider<I extends Inputs> {
  /** Checks the inputs of a request, merged with those that are stored; throws a 422 or a 400. */
  read(inputs: Inputs, path: readonly string[]): I | Promise<I>;
  /** Throws a 400 if a host is not allowed. */
  checkHost(inputs: I, targets: Targets): void;
  /** Throws a `ProviderError` if the target cannot be used. */
  check(inputs: I, deps: ProviderDeps): Promise<void>;
  /** Throws a 400 unless leases may have this configuration. */
  checkConfig(inputs: I, config: LeaseConfig | null): void;
  create(inputs: I, credentials: Credentials, deps: ProviderDeps): Promise<Readonly<Record<string, unknown>>>;
  renew(inputs: I, credentials: Credentials, deps: ProviderDeps): Promise<void>;
  /** Succeeds if the credentials are gone already. */
  revoke(inputs: I, credentials: Credentials, deps: ProviderDeps): Promise<void>;
  /** What callers see who may read the inputs. */
  shown(inputs: I): Inputs;
}
