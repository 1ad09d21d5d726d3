import type { Refused } from '../../../platform/refused.ts';

/** What the sign-in page is told; it has a sentence for each. The reason itself is only in the audit log. */
export type SignOnError =
  | 'sso_failed'
  | 'sso_expired'
  | 'sso_denied'
  | 'sso_unavailable'
  | 'sso_unreachable'
  | 'sso_organization_needed'
  | 'sso_email_not_verified'
  | 'sso_not_allowed'
  | 'sso_not_active'
  | 'sso_conflict';

/** The reasons that a person can do something about. */
const errors: Readonly<Record<string, SignOnError>> = {
  attempt_missing: 'sso_expired',
  attempt_expired: 'sso_expired',
  attempt_used: 'sso_expired',
  state_mismatch: 'sso_expired',
  denied_by_provider: 'sso_denied',
  provider_unreachable: 'sso_unreachable',
  provider_not_active: 'sso_unavailable',
  email_not_verified: 'sso_email_not_verified',
  domain_not_allowed: 'sso_not_allowed',
  not_invited: 'sso_not_allowed',
  membership_not_active: 'sso_not_active',
  account_conflict: 'sso_conflict',
};

export const signOnErrorOf = ({ reason }: Refused): SignOnError => errors[reason] ?? 'sso_failed';
