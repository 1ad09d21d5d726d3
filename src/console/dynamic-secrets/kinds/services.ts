import { caField, hostField, portField, rootFields, type InputField } from '../../targets/input-field.ts';
import { ofTarget, type Kind } from './kind.ts';

const permission = (name: string, label: string, initial: string, description?: string): InputField => ({
  name,
  label,
  type: 'text',
  initial,
  isOptional: true,
  path: ['virtualHost', 'permissions', name],
  ...(description !== undefined && { description }),
});

export const rabbitMq: Kind = {
  ...ofTarget,
  id: 'rabbit-mq',
  label: 'RabbitMQ',
  type: 'rabbit-mq',
  fixed: {},
  fields: [
    hostField('Of the management API; with http:// before it, nothing is encrypted.'),
    portField(15671),
    ...rootFields('A user with the tag administrator, who creates the others.'),
    caField,
    { name: 'tags', label: 'Tags of users (optional)', type: 'list', initial: '', isOptional: true },
    { name: 'virtualHost', label: 'Virtual host', type: 'text', initial: '/', path: ['virtualHost', 'name'] },
    permission('configure', 'May configure', '', 'A regular expression for names; empty for nothing.'),
    permission('write', 'May write', ''),
    permission('read', 'May read', '.*'),
  ],
};

const entryOf = (base: string): string => `dn: uid={{Username}},${base}`;
const deletionOf = (base: string): string => `${entryOf(base)}\nchangetype: delete`;

export const ldap: Kind = {
  ...ofTarget,
  id: 'ldap',
  label: 'LDAP',
  type: 'ldap',
  fixed: {},
  derived: ({ base }) => ({
    creationLdif: `${entryOf(String(base))}
objectClass: account
objectClass: simpleSecurityObject
uid: {{Username}}
userPassword: {{Password}}`,
    revocationLdif: deletionOf(String(base)),
    rollbackLdif: deletionOf(String(base)),
  }),
  fields: [
    {
      name: 'url',
      label: 'Address of the directory',
      type: 'text',
      initial: 'ldaps://',
      description: 'ldaps://host, or ldap://host, which is encrypted with StartTLS.',
    },
    { name: 'binddn', label: 'Name of the account', type: 'text', initial: '', description: 'It may change entries.' },
    { name: 'bindpass', label: 'Password', type: 'password', initial: '' },
    caField,
    {
      name: 'base',
      label: 'Where entries are created',
      type: 'text',
      initial: 'ou=people,dc=example,dc=com',
      isLocal: true,
      description: 'The LDIF below names it.',
    },
    { name: 'creationLdif', label: 'To create an entry', type: 'statement', initial: '' },
    { name: 'revocationLdif', label: 'To revoke', type: 'statement', initial: '' },
    {
      name: 'rollbackLdif',
      label: 'After a creation that failed (optional)',
      type: 'statement',
      initial: '',
      isOptional: true,
    },
  ],
};

const isStatic = ({ credentialType }: { readonly credentialType?: unknown }): boolean => credentialType === 'static';

export const kubernetes: Kind = {
  ...ofTarget,
  id: 'kubernetes',
  label: 'Kubernetes',
  type: 'kubernetes',
  fixed: {},
  canRenew: false,
  fields: [
    { name: 'url', label: 'Address of the API server', type: 'text', initial: 'https://' },
    {
      name: 'clusterToken',
      label: 'Token',
      type: 'password',
      initial: '',
      description: 'Of a service account that may create tokens, or accounts and role bindings.',
    },
    caField,
    {
      name: 'credentialType',
      label: 'What leases get',
      type: 'choice',
      initial: 'static',
      choices: [
        { value: 'static', label: 'A token of one service account' },
        { value: 'dynamic', label: 'A service account of their own, with a role' },
      ],
    },
    { name: 'namespace', label: 'Namespace', type: 'text', initial: 'default' },
    { name: 'serviceAccountName', label: 'Service account', type: 'text', initial: '', isShown: isStatic },
    {
      name: 'roleType',
      label: 'Kind of role',
      type: 'choice',
      initial: 'role',
      isShown: (values) => !isStatic(values),
      choices: [
        { value: 'role', label: 'A role of the namespace' },
        { value: 'cluster-role', label: 'A role of the cluster' },
      ],
    },
    { name: 'role', label: 'Role', type: 'text', initial: '', isShown: (values) => !isStatic(values) },
    { name: 'audiences', label: 'Audiences of tokens (optional)', type: 'list', initial: '', isOptional: true },
  ],
  leaseField: {
    name: 'namespace',
    label: 'Namespace (optional)',
    type: 'text',
    initial: '',
    isOptional: true,
    description: 'One of several that the dynamic secret names; without it, the first.',
  },
};
