import type { components } from '../../../generated/api.d.ts';
import { lockoutValuesOf, newLockoutValues, type LockoutValues } from './lockout-fields.tsx';

type LdapAuth = components['schemas']['LdapAuth'];

/** The fields of the form. */
export interface LdapValues extends LockoutValues {
  readonly url: string;
  readonly startTls: boolean;
  readonly ldapCaCertificate: string;
  readonly bindDN: string;
  /** Empty to leave the stored one. */
  readonly bindPass: string;
  readonly searchBase: string;
  readonly searchFilter: string;
  /** One attribute on each line, with its values: `employeeType: build, deploy`. */
  readonly allowedFields: string;
}

export const newLdapValues: LdapValues = {
  url: '',
  startTls: true,
  ldapCaCertificate: '',
  bindDN: '',
  bindPass: '',
  searchBase: '',
  searchFilter: '(uid={{username}})',
  allowedFields: '',
  ...newLockoutValues,
};

export const storedLdapValues = (stored: LdapAuth): LdapValues => ({
  url: stored.url,
  startTls: stored.startTls,
  ldapCaCertificate: stored.ldapCaCertificate,
  bindDN: stored.bindDN,
  bindPass: '',
  searchBase: stored.searchBase,
  searchFilter: stored.searchFilter,
  allowedFields: (stored.allowedFields ?? []).map(({ key, value }) => `${key}: ${value}`).join('\n'),
  ...lockoutValuesOf(stored),
});

const parseFields = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [key = '', ...rest] = line.split(':');
      return { key: key.trim(), value: rest.join(':').trim() };
    });

/** The fields as requests have them. */
export const ldapBodyOf = ({ allowedFields, ...values }: LdapValues) => ({
  ...values,
  allowedFields: parseFields(allowedFields),
});

/** Whether the connection is encrypted only by StartTLS. */
export const hasStartTls = (url: string): boolean => /^ldap:/i.test(url.trim());

export const ldapErrors = (values: LdapValues): Record<string, string> => ({
  ...(!/^ldaps?:\/\/\S+$/i.test(values.url.trim()) && { url: 'Enter an address such as ldaps://ldap.example.com.' }),
  ...(values.bindDN.trim() === '' && { bindDN: 'Enter the name of the account that searches.' }),
  ...(values.searchBase.trim() === '' && { searchBase: 'Enter where users are.' }),
  ...(!values.searchFilter.includes('{{username}}') && {
    searchFilter: 'It has to contain {{username}}, in place of the name.',
  }),
  ...(parseFields(values.allowedFields).some(({ key, value }) => key === '' || value === '') && {
    allowedFields: 'Write each as attribute: value, value.',
  }),
});
