import { PasswordInput, Switch, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { hasStartTls, type LdapValues } from './ldap.ts';
import { LockoutFields } from './lockout-fields.tsx';
import { AuthorityField, ServerAddressField } from './server-fields.tsx';
import { LinesField } from '../components/lines-field.tsx';

interface Props {
  readonly values: LdapValues;
  readonly input: (name: keyof LdapValues) => GetInputPropsReturnType;
  /** Whether a password is stored. */
  readonly isStored: boolean;
}

const Connection = ({ values, input }: Omit<Props, 'isStored'>) => (
  <>
    <ServerAddressField label="Directory" placeholder="ldaps://ldap.example.com" {...input('url')} />
    {hasStartTls(values.url) && (
      <Switch
        label="Encrypt with StartTLS"
        description="Without it, passwords can be read on the way: only for hosts in ALLOW_HOSTS."
        {...input('startTls')}
        value="on"
        checked={values.startTls}
      />
    )}
    <AuthorityField of="directory" {...input('ldapCaCertificate')} />
  </>
);

export const LdapFields = ({ values, input, isStored }: Props) => (
  <>
    <Connection values={values} input={input} />
    <TextInput
      label="Account that searches"
      description="Its distinguished name. It needs no more than to find users."
      placeholder="cn=sallyport,dc=example,dc=com"
      spellCheck={false}
      maxLength={2_048}
      {...input('bindDN')}
    />
    <PasswordInput
      label="Its password"
      description={
        isStored ? 'One is stored. Leave it empty to keep it, unless the directory changes.' : 'It is encrypted.'
      }
      autoComplete="off"
      maxLength={4_096}
      {...input('bindPass')}
    />
    <TextInput
      label="Where users are"
      placeholder="ou=machines,dc=example,dc=com"
      spellCheck={false}
      maxLength={2_048}
      {...input('searchBase')}
    />
    <TextInput
      label="Filter"
      description="Finds the entry of a user; {{username}} is the name of the login."
      spellCheck={false}
      maxLength={2_048}
      {...input('searchFilter')}
    />
    <LinesField
      label="Required attributes (optional)"
      description="Each on a line, such as employeeType: build, deploy. Without them, everybody with a password whom the filter finds signs in."
      {...input('allowedFields')}
    />
    <LockoutFields isEnabled={values.lockoutEnabled} input={input} />
  </>
);
