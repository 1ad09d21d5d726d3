import type { Timestamp } from '../platform/clock.ts';

export interface OrganizationRow {
  id: string;
  name: string;
  slug: string;
  /** The maximum lifetime of users' tokens, such as `12h`; null for that of the session. */
  userTokenExpiration: string | null;
  /** Whether users need a second factor in it. */
  enforceMfa: boolean;
  /** After how many minutes without use a session cannot be used in the organization; null without a limit. */
  sessionIdleMinutes: number | null;
  /** How many minutes after the sign-in a session can be used in the organization; null without a limit. */
  sessionMaxMinutes: number | null;
  /** The provider of the organization's single sign-on, active or not; null if it never had one. */
  singleSignOnId: string | null;
  /** Whether users have to sign in with that provider. */
  authEnforced: boolean;
  /** The administrator who need not, with a password and a second factor. */
  breakGlassUserId: string | null;
  /** How long audit log entries of its projects are kept at least; null without such a rule. */
  leastAuditLogsRetentionDays: number | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}
