import { badRequest, ValidationFailure, type ServiceError } from '../../../platform/errors.ts';

/** People as requests name them. */
export interface Named {
  readonly emails?: readonly string[];
  readonly usernames?: readonly string[];
}

/**
 * Everybody once, by username, and in one order, so that two requests about the same people wait for each other instead
 * of locking up; 422 for nobody.
 */
export const usernamesOf = ({ emails = [], usernames = [] }: Named): string[] => {
  const named = new Set([...emails, ...usernames].map((name) => name.toLowerCase()));
  if (named.size === 0)
    throw new ValidationFailure([
      { code: 'required', in: 'body', path: ['usernames'], message: 'name somebody in emails or usernames' },
    ]);
  return [...named].sort();
};

const maxNamed = 10;

/** 400 about these people, of whom the first ones are named. */
export const refusedFor = (usernames: readonly string[], say: (names: string) => string): ServiceError => {
  const others = usernames.length - maxNamed;
  return badRequest(say(usernames.slice(0, maxNamed).join(', ') + (others > 0 ? ` and ${others} more` : '')));
};
