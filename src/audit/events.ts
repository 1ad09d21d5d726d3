import { operations } from '../../generated/operations.ts';

const audited = Object.values(operations).flatMap(({ audit, method, isPublic }) =>
  audit === null ? [] : [{ audit, isChange: method !== 'GET', isPublic }],
);

/** The type of an entry about a change, or a read of secrets, that was not allowed. */
export const refusalOf = (type: string): string => `${type}-refused`;

/** The one audited read whose answer holds neither secret values nor a private key. */
const viewAuditLogs = 'view-audit-logs';

/**
 * Whether a read of that event answers with secret values or a private key, so that its refusals are recorded as well.
 */
export const isSecretRead = (type: string): boolean => type !== viewAuditLogs;

/** Logins that failed; every other event is in the contract, as the `x-audit` of its operations. */
export const loginFailures = {
  user: 'user-login-failed',
  universalAuth: 'login-identity-universal-auth-failed',
  oidcAuth: 'login-identity-oidc-auth-failed',
} as const;

/** By whoever runs the server, from the command line. */
export const passwordReset = 'reset-password';

/** By the server itself, some time after it was asked for. */
export const keyRotationFinished = 'finish-key-rotation';

/** Every event that an entry may be about. */
export const eventTypes: ReadonlySet<string> = new Set([
  ...audited.map(({ audit }) => audit),
  ...audited
    .filter(({ audit, isChange, isPublic }) => (isChange || isSecretRead(audit)) && !isPublic)
    .map(({ audit }) => refusalOf(audit)),
  ...Object.values(loginFailures),
  passwordReset,
  keyRotationFinished,
]);

/** Events about secrets, which can be found by environment, path and key. */
export const isSecretEvent = (type: string): boolean =>
  /^(get|create|update|delete|move|duplicate)-secrets?$/.test(type) || /-secret-versions?(-value)?$/.test(type);
