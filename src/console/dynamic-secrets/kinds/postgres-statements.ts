/** Statements for users who have the rights of a group role, to which goes what they leave behind. */
export const postgresStatements = (group: string) => ({
  creationStatement: `CREATE ROLE "{{username}}" LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}' IN ROLE "${group}";`,
  renewStatement: `ALTER ROLE "{{username}}" VALID UNTIL '{{expiration}}';`,
  revocationStatement: `GRANT "{{username}}" TO CURRENT_USER;
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{{username}}';
REASSIGN OWNED BY "{{username}}" TO "${group}";
DROP OWNED BY "{{username}}";
DROP ROLE IF EXISTS "{{username}}";`,
});
