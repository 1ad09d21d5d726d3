import { Refused } from '../../../platform/refused.ts';
import { matchesList } from '../login-methods/claims.ts';
import type { AwsAuthRow } from './store.ts';

/** What an ARN in a configuration looks like; `*` is any text. */
export const arnPattern =
  /^arn:aws(-[a-z]{1,10}){0,3}:(iam|sts)::\d{12}:((user|role|assumed-role)\/[\w.@+=*/-]{1,512}|\*)$/;

/** What STS says about who signed a request. */
export interface CallerIdentity {
  readonly account: string;
  readonly arn: string;
  readonly userId: string;
}

/** A role or user, as rules and the audit log know it. */
export type Principal = Readonly<
  Record<'accountId' | 'arn' | 'userId' | 'partition' | 'service' | 'resourceType' | 'resourceName', string>
>;

const knownArn = /^arn:(aws[a-z-]{0,30}):(iam|sts)::(\d{12}):(user|assumed-role)\/([\w+=,.@/-]{1,1024})$/;

/** Parses a caller; refuses the root of an account, federated users and everything else. */
export const parsePrincipal = ({ account, arn, userId }: CallerIdentity): Principal => {
  const [, partition, service, accountId, resourceType, path] = knownArn.exec(arn) ?? [];
  if (path === undefined || accountId !== account || !/^[\w:=,.@+-]{1,256}$/.test(userId))
    throw new Refused('principal_not_supported', 'The request was not signed by a role or a user.');
  const names = path.split('/');
  // A user may have a path before its name; the role of a session has none, and the session's name comes last.
  const resourceName = (resourceType === 'user' ? names.at(-1) : names[0])!;
  return {
    accountId,
    arn: `arn:${partition}:${service}::${accountId}:${resourceType}/${resourceName}`,
    // Without the name of the session, which the caller chooses.
    userId: userId.split(':')[0]!,
    partition: partition!,
    service: service!,
    resourceType: resourceType!,
    resourceName,
  };
};

/** The ways in which a configuration can name the principal. */
const formsOf = ({ arn, partition, accountId, resourceType, resourceName }: Principal): string[] =>
  resourceType === 'user' ? [arn] : [arn, `arn:${partition}:iam::${accountId}:role/${resourceName}`];

/** Refuses principals that the configuration does not name. */
export const requireAllowed = ({ allowedAccountIds, allowedPrincipalArns }: AwsAuthRow, principal: Principal): void => {
  if (allowedAccountIds !== '' && !allowedAccountIds.split(', ').includes(principal.accountId))
    throw new Refused('account_id_not_allowed', 'The account is not allowed.');
  if (allowedPrincipalArns !== '' && !formsOf(principal).some((form) => matchesList(form, allowedPrincipalArns)))
    throw new Refused('principal_arn_not_allowed', 'The role or user is not allowed.');
};
