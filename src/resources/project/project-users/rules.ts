import { badRequest, ValidationFailure, type ServiceError } from '../../../platform/errors.ts';

/** Users in a request. */
export interface RequestedUsers {
  readonly emails?: readonly string[];
  readonly usernames?: readonly string[];
}

/** Returns the distinct usernames, sorted; 422 if there are none. */
export const readUsernames = ({ emails = [], usernames = [] }: RequestedUsers): string[] => {
  const usernamesInRequest = new Set([...emails, ...usernames].map((name) => name.toLowerCase()));
  if (usernamesInRequest.size === 0)
    throw new ValidationFailure([
      { code: 'required', in: 'body', path: ['usernames'], message: 'must name at least one user, here or in emails' },
    ]);
  return [...usernamesInRequest].sort();
};

const maxNamed = 10;

/** Builds a 400 that names the first of these users. */
export const refusedFor = (usernames: readonly string[], say: (names: string) => string): ServiceError => {
  const others = usernames.length - maxNamed;
  return badRequest(say(usernames.slice(0, maxNamed).join(', ') + (others > 0 ? ` and ${others} more` : '')));
};
