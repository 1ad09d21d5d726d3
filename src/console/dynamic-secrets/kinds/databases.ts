import { caField, hostField, portField, rootFields, tlsField } from '../../targets/input-field.ts';
import { ofTarget, statementFields, type Kind } from './kind.ts';
import { postgresStatements } from './postgres-statements.ts';

const sql = { type: 'sql-database', typeLabel: 'SQL database' } as const;

export const postgres: Kind = {
  ...ofTarget,
  id: 'postgres',
  label: 'PostgreSQL',
  ...sql,
  fixed: { client: 'postgres' },
  derived: ({ group }) => postgresStatements(String(group)),
  fields: [
    hostField(),
    portField(5432),
    { name: 'database', label: 'Database', type: 'text', initial: '' },
    ...rootFields('The user that creates others. It needs no more than CREATEROLE and the group role.'),
    tlsField,
    caField,
    {
      name: 'group',
      label: 'Group role',
      type: 'text',
      initial: 'app',
      isLocal: true,
      description: 'The role whose rights the users get. The statements below name it.',
    },
    ...statementFields,
  ],
};

export const mysql: Kind = {
  ...ofTarget,
  id: 'mysql',
  label: 'MySQL or MariaDB',
  ...sql,
  fixed: { client: 'mysql2' },
  derived: () => ({
    creationStatement: `CREATE USER '{{username}}'@'%' IDENTIFIED BY '{{password}}';
GRANT SELECT, INSERT, UPDATE, DELETE ON \`{{database}}\`.* TO '{{username}}'@'%';`,
    revocationStatement: `DROP USER IF EXISTS '{{username}}'@'%';`,
  }),
  fields: [
    hostField(),
    portField(3306),
    { name: 'database', label: 'Database', type: 'text', initial: '' },
    ...rootFields('The user that creates others. It gives away what it was given with GRANT OPTION.'),
    tlsField,
    caField,
    ...statementFields,
  ],
};

export const redis: Kind = {
  ...ofTarget,
  id: 'redis',
  label: 'Redis',
  type: 'redis',
  fixed: {},
  derived: () => ({
    creationStatement: 'ACL SETUSER {{username}} on >{{password}} ~* &* +@all -@dangerous +info',
    revocationStatement: 'ACL DELUSER {{username}}',
  }),
  fields: [
    hostField(),
    portField(6379),
    ...rootFields('The user that creates others; empty for the default one.').map((field) => ({
      ...field,
      isOptional: true,
    })),
    tlsField,
    caField,
    ...statementFields.map((field) =>
      field.name === 'creationStatement'
        ? {
            ...field,
            description: 'Commands with semicolons between them. With an ACL file, end both with “; ACL SAVE”.',
          }
        : field,
    ),
  ],
};
