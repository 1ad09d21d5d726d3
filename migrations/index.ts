import type { Migration } from '../src/platform/db/knex/migrate.ts';
import * as foundation from './0001-foundation.ts';
import * as members from './0002-members.ts';
import * as tokenExpiration from './0003-token-expiration.ts';
import * as projects from './0004-projects.ts';
import * as auditLog from './0005-audit-log.ts';
import * as projectOwnedIdentities from './0006-project-owned-identities.ts';
import * as folders from './0007-folders.ts';
import * as tags from './0008-tags.ts';
import * as secrets from './0009-secrets.ts';
import * as keyRotation from './0010-key-rotation.ts';
import * as licence from './0011-licence.ts';
import * as events from './0012-events.ts';
import * as oidcAuth from './0013-oidc-auth.ts';
import * as certificates from './0014-certificates.ts';
import * as lockoutsByAddress from './0015-lockouts-by-address.ts';
import * as writeProbe from './0016-write-probe.ts';
import * as crossProjectReferences from './0017-cross-project-references.ts';
import * as serviceTokens from './0018-service-tokens.ts';
import * as dataRevisions from './0019-data-revisions.ts';
import * as trash from './0020-trash.ts';
import * as webhooks from './0021-webhooks.ts';
import * as pointInTime from './0023-point-in-time.ts';
import * as mailAndReminders from './0024-mail-and-reminders.ts';
import * as projectSlugs from './0025-project-slugs.ts';
import * as nameOrder from './0026-name-order.ts';
import * as inviters from './0027-inviters.ts';
import * as certificateRenewals from './0028-certificate-renewals.ts';
import * as auditCoverage from './0030-audit-coverage.ts';
import * as intermediateSerialNumbers from './0032-intermediate-serial-numbers.ts';
import * as certificateEnds from './0035-certificate-ends.ts';
import * as sessionSignIn from './0036-session-sign-in.ts';
import * as sessionLimitsAndPasswordResets from './0037-session-limits-and-password-resets.ts';
import * as secondFactors from './0038-second-factors.ts';
import * as passkeys from './0039-passkeys.ts';
import * as singleSignOn from './0040-single-sign-on.ts';
import * as singleSignOnEnforcement from './0041-single-sign-on-enforcement.ts';
import * as importRuns from './0042-import-runs.ts';
import * as checks from './0043-checks.ts';
import * as accessChanges from './0044-access-changes.ts';
import * as providerGroupNames from './0045-provider-group-names.ts';
import * as provedAddresses from './0046-proved-addresses.ts';
import * as secondFactorsOfProviders from './0047-second-factors-of-providers.ts';
import * as eventStreamsOfMembers from './0048-event-streams-of-members.ts';
import * as referenceProjects from './0050-reference-projects.ts';
import * as ignoreValues from './0051-ignore-values.ts';
import * as webhookDisabledReasons from './0052-webhook-disabled-reasons.ts';
import * as leastAuditRetention from './0053-least-audit-retention.ts';
import * as authorityCertificateParents from './0055-authority-certificate-parents.ts';
import * as noChecks from './0056-no-checks.ts';
import * as loginMethods from './0060-login-methods.ts';
import * as revocationsBySerialNumber from './0061-revocations-by-serial-number.ts';
import * as lockoutsOfLoginMethods from './0062-lockouts-of-login-methods.ts';
import * as accessRevisions from './0063-access-revisions.ts';
import * as dynamicSecrets from './0064-dynamic-secrets.ts';
import * as rotations from './0065-rotations.ts';
import * as environmentColors from './0066-environment-colors.ts';
import * as failuresOfWebhooks from './0067-failures-of-webhooks.ts';
import * as approvals from './0068-approvals.ts';
import * as changeRequests from './0069-change-requests.ts';

/** All migrations in order; append-only, released ones never change. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', ...foundation },
  { name: '0002-members', ...members },
  { name: '0003-token-expiration', ...tokenExpiration },
  { name: '0004-projects', ...projects },
  { name: '0005-audit-log', ...auditLog },
  { name: '0006-project-owned-identities', ...projectOwnedIdentities },
  { name: '0007-folders', ...folders },
  { name: '0008-tags', ...tags },
  { name: '0009-secrets', ...secrets },
  { name: '0010-key-rotation', ...keyRotation },
  { name: '0011-licence', ...licence },
  { name: '0012-events', ...events },
  { name: '0013-oidc-auth', ...oidcAuth },
  { name: '0014-certificates', ...certificates },
  { name: '0015-lockouts-by-address', ...lockoutsByAddress },
  { name: '0016-write-probe', ...writeProbe },
  { name: '0017-cross-project-references', ...crossProjectReferences },
  { name: '0018-service-tokens', ...serviceTokens },
  { name: '0019-data-revisions', ...dataRevisions },
  { name: '0020-trash', ...trash },
  { name: '0021-webhooks', ...webhooks },
  { name: '0023-point-in-time', ...pointInTime },
  { name: '0024-mail-and-reminders', ...mailAndReminders },
  { name: '0025-project-slugs', ...projectSlugs },
  { name: '0026-name-order', ...nameOrder },
  { name: '0027-inviters', ...inviters },
  { name: '0028-certificate-renewals', ...certificateRenewals },
  { name: '0030-audit-coverage', ...auditCoverage },
  { name: '0032-intermediate-serial-numbers', ...intermediateSerialNumbers },
  { name: '0035-certificate-ends', ...certificateEnds },
  { name: '0036-session-sign-in', ...sessionSignIn },
  { name: '0037-session-limits-and-password-resets', ...sessionLimitsAndPasswordResets },
  { name: '0038-second-factors', ...secondFactors },
  { name: '0039-passkeys', ...passkeys },
  { name: '0040-single-sign-on', ...singleSignOn },
  { name: '0041-single-sign-on-enforcement', ...singleSignOnEnforcement },
  { name: '0042-import-runs', ...importRuns },
  { name: '0043-checks', ...checks },
  { name: '0044-access-changes', ...accessChanges },
  { name: '0045-provider-group-names', ...providerGroupNames },
  { name: '0046-proved-addresses', ...provedAddresses },
  { name: '0047-second-factors-of-providers', ...secondFactorsOfProviders },
  { name: '0048-event-streams-of-members', ...eventStreamsOfMembers },
  { name: '0050-reference-projects', ...referenceProjects },
  { name: '0051-ignore-values', ...ignoreValues },
  { name: '0052-webhook-disabled-reasons', ...webhookDisabledReasons },
  { name: '0053-least-audit-retention', ...leastAuditRetention },
  { name: '0055-authority-certificate-parents', ...authorityCertificateParents },
  { name: '0056-no-checks', ...noChecks },
  { name: '0060-login-methods', ...loginMethods },
  { name: '0061-revocations-by-serial-number', ...revocationsBySerialNumber },
  { name: '0062-lockouts-of-login-methods', ...lockoutsOfLoginMethods },
  { name: '0063-access-revisions', ...accessRevisions },
  { name: '0064-dynamic-secrets', ...dynamicSecrets },
  { name: '0065-rotations', ...rotations },
  { name: '0066-environment-colors', ...environmentColors },
  { name: '0067-failures-of-webhooks', ...failuresOfWebhooks },
  { name: '0068-approvals', ...approvals },
  { name: '0069-change-requests', ...changeRequests },
];
