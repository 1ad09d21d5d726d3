import { ServiceError } from '../platform/errors.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

const detailsOf = (policies: readonly Named[]) => ({ policies: policies.map(({ id, name }) => ({ id, name })) });

const quoted = (policies: readonly Named[]): string => policies.map(({ name }) => `"${name}"`).join(' and ');

/** The 400 for a change that a request cannot say. */
export const protectedByPolicy = (policies: readonly Named[], advice: string): ServiceError =>
  new ServiceError(
    400,
    'ProtectedByPolicy',
    `Changes here need the approval that the policy ${quoted(policies)} says, and this one cannot be requested. ${advice}`,
    { details: detailsOf(policies) },
  );

/** The 403 for a machine, which gets no request: clients would take it for a secret. */
export const changePolicyRequired = (policy: Named): ServiceError =>
  new ServiceError(
    403,
    'ChangePolicyRequired',
    `The policy "${policy.name}" holds for machines, too: a person has to request this change.`,
    { details: detailsOf([policy]) },
  );
