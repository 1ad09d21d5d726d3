interface Person {
  readonly username: string;
  readonly email?: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The full name; the e-mail address of somebody who has none yet. */
export const personName = ({ firstName, lastName, email, username }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (email ?? username);

export const personAddress = ({ email, username }: Person): string => email ?? username;

/** The address below the name, unless it is the name already. */
export const addressBelowName = (person: Person): string | undefined =>
  personName(person) === personAddress(person) ? undefined : personAddress(person);
