import { OutgoingHosts } from '../outgoing/hosts.ts';
import { Refused } from './refused.ts';

/** Decides which hosts OpenID providers may have. */
export class ProviderHosts extends OutgoingHosts {
  constructor(listed: readonly string[]) {
    super(listed, {
      setting: 'OIDC_ALLOW_HOSTS',
      needsHttps: true,
      privateAddress: () => new Refused('provider_not_allowed', 'The provider has a private address.'),
    });
  }
}
