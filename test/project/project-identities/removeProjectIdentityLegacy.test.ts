import { testRemoving } from '../../support/project-identity-changes.ts';

testRemoving('removeProjectIdentityLegacy');
