import { testRefusing } from './refusing.ts';

testRefusing('unlinkOrganizationGroup', { message: /belongs to the organization/, permission: /delete on groups/ });
