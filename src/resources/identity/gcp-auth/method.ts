import { badRequest } from '../../../platform/errors.ts';
import type { LoginMethod } from '../login-methods/method.ts';
import type { GcpAuthRow } from './store.ts';

/** What a configuration lacks; undefined if it names somebody. */
export const bindingProblem = ({
  type,
  allowedServiceAccounts,
  allowedProjects,
}: Pick<GcpAuthRow, 'type' | 'allowedServiceAccounts' | 'allowedProjects'>): string | undefined => {
  if (allowedServiceAccounts !== '') return undefined;
  if (type === 'iam') return 'must name service accounts: otherwise every one of Google Cloud could log in';
  return allowedProjects === ''
    ? 'must name service accounts, or allowedProjects projects: otherwise every instance of Google Cloud could log in'
    : undefined;
};

/** Logins with tokens that Google signed. */
export const gcpAuth: LoginMethod<GcpAuthRow> = {
  name: 'gcp-auth',
  title: 'GCP auth',
  storeOf: ({ gcpAuths }) => gcpAuths,
  requireSound: (changed) => {
    const problem = bindingProblem(changed);
    if (problem !== undefined) throw badRequest(`allowedServiceAccounts ${problem}.`);
  },
  audited: ({ sealedSecret: _secret, ...columns }) => columns,
};
