import { testGettingMembership } from '../../support/project-identity-memberships.ts';

testGettingMembership('getWorkspaceIdentityMembership');
