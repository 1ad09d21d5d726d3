import { operations } from '../../generated/operations.ts';

const audited = Object.values(operations).flatMap(({ audit, method, isPublic }) =>
  audit === null ? [] : [{ audit, isChange: method !== 'GET', isPublic }],
);

/** The entry type for a refused change or a refused read of secrets. */
export const refusalOf = (type: string): string => `${type}-refused`;

/** The only audited read whose response contains neither secret values nor a private key. */
const viewAuditLogs = 'view-audit-logs';

/** Whether this read returns secret values or a private key, so that its refusals are recorded too. */
export const isSecretRead = (type: string): boolean => type !== viewAuditLogs;

/** Failed logins; all other events are the `x-audit` of operations in the contract. */
export const loginFailures = {
  user: 'user-login-failed',
  reauthentication: 'reauthenticate-failed',
  passwordChange: 'change-password-failed',
  passwordReset: 'reset-password-failed',
  universalAuth: 'login-identity-universal-auth-failed',
  oidcAuth: 'login-identity-oidc-auth-failed',
  jwtAuth: 'login-identity-jwt-auth-failed',
  kubernetesAuth: 'login-identity-kubernetes-auth-failed',
  tlsCertAuth: 'login-identity-tls-cert-auth-failed',
  awsAuth: 'login-identity-aws-auth-failed',
  azureAuth: 'login-identity-azure-auth-failed',
  gcpAuth: 'login-identity-gcp-auth-failed',
  ldapAuth: 'login-identity-ldap-auth-failed',
  singleSignOn: 'single-sign-on-failed',
} as const;

/** The entry type for a refused login with a method of machine identities, such as `jwt-auth`. */
export const loginFailureOf = (method: string): string => `login-identity-${method}-failed`;

/** Somebody asked for a link to reset a password, and was mailed one. */
export const passwordResetRequested = 'request-password-reset';
/** What a sign-in with the provider of an organization changed there. */
export const singleSignOnEvents = {
  joined: 'join-by-single-sign-on',
  groupJoined: 'oidc-group-membership-mapping-assign-user',
  groupLeft: 'oidc-group-membership-mapping-remove-user',
} as const;

/** The administrator who need not use single sign-on signed in without it. */
export const singleSignOnBypassed = 'bypass-single-sign-on';

/** A password reset with the command line. */
export const passwordReset = 'reset-password';

/** The end of a key rotation, which runs in the background. */
export const keyRotationFinished = 'finish-key-rotation';

/** A reminder of a secret whose date has come. */
export const reminderDue = 'secret-reminder-due';

/** The end of a delivery of a webhook, which no request causes. */
export const webhookTriggered = 'webhook-triggered';

/** A webhook that the server has disabled, because the member who was responsible for it was removed. */
export const webhookDisabled = 'disable-webhook';

/** A lease of a dynamic secret that the server has ended by itself. */
export const leaseEnded = 'end-dynamic-secret-lease';

/** A change of secrets that a policy of changes has made a request, and such a request that was opened again. */
export const changeRequested = 'secret-approval-request';
export const changeRequestReopened = 'secret-approval-reopened';

/** All event types of audit log entries. */
export const eventTypes: ReadonlySet<string> = new Set([
  ...audited.map(({ audit }) => audit),
  ...audited
    .filter(({ audit, isChange, isPublic }) => (isChange || isSecretRead(audit)) && !isPublic)
    .map(({ audit }) => refusalOf(audit)),
  ...Object.values(loginFailures),
  ...Object.values(singleSignOnEvents),
  singleSignOnBypassed,
  passwordReset,
  passwordResetRequested,
  keyRotationFinished,
  reminderDue,
  webhookTriggered,
  webhookDisabled,
  leaseEnded,
  changeRequested,
  changeRequestReopened,
]);

/** The events of requests that were refused and of logins that failed. */
export const refusedTypes: readonly string[] = [...eventTypes].filter(
  (type) => type.endsWith(refusalOf('')) || Object.values<string>(loginFailures).includes(type),
);

/** Whether the event is about secrets, which can be searched by environment, path and key. */
export const isSecretEvent = (type: string): boolean =>
  /^(get|create|update|delete|move|duplicate|import)-secrets?$/.test(type) ||
  /(-secret-versions?(-value)?|-from-trash)$/.test(type);
