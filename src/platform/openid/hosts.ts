import type { AllowedHost } from '../outgoing/allowed-hosts.ts';
import { allowSetting, OutgoingHosts } from '../outgoing/hosts.ts';
import { Unreachable } from '../refused.ts';

/** Decides which hosts OpenID providers and key sets may have. */
export class ProviderHosts extends OutgoingHosts {
  constructor(listed: readonly AllowedHost[]) {
    super(listed, {
      needsHttps: true,
      privateAddress: () =>
        new Unreachable(
          'provider_not_allowed',
          `The provider has a private address, and ${allowSetting} does not list its host.`,
        ),
    });
  }
}
