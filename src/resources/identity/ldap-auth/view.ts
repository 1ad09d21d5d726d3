import type { Reply } from '../../../contract.ts';
import { tokenSettingsView } from '../login-methods/view.ts';
import type { LdapAuthRow } from './store.ts';

/** The password is never shown; clients expect the field. */
export const ldapAuthView = (row: LdapAuthRow): Reply<'getLdapAuth'>['identityLdapAuth'] => ({
  ...tokenSettingsView(row),
  url: row.url,
  startTls: row.startTls,
  bindDN: row.bindDN,
  bindPass: '',
  searchBase: row.searchBase,
  searchFilter: row.searchFilter,
  allowedFields: row.allowedFields.length === 0 ? null : [...row.allowedFields],
  ldapCaCertificate: row.ldapCaCertificate,
  templateId: null,
  lockoutEnabled: row.lockoutEnabled,
  lockoutThreshold: row.lockoutThreshold,
  lockoutDurationSeconds: row.lockoutDurationSeconds,
  lockoutCounterResetSeconds: row.lockoutCounterResetSeconds,
  accessTokenPeriod: 0,
});
