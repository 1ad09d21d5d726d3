import { testRefusing } from './refusing.ts';

testRefusing('linkOrganizationGroup', {
  body: { roles: [{ role: 'member' }] },
  message: /already/,
  permission: /create on groups/,
});
