import { execute } from '../../test/support/world/sql.ts';
import type { Environment } from '../../test/support/world/world.ts';

/** Gives a user of the fixtures a name that people have. */
export const renameUser = async <User extends { id: string }>(
  storage: Environment,
  user: User,
  firstName: string,
  lastName: string,
): Promise<User & { email: string }> => {
  const email = `${firstName.toLowerCase()}@example.com`;
  const values = `"username" = '${email}', "email" = '${email}', "firstName" = '${firstName}', "lastName" = '${lastName}'`;
  await execute(storage, `update users set ${values} where "id" = '${user.id}'`);
  return { ...user, email };
};
