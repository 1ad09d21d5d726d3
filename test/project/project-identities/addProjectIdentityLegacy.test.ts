import { testAdding } from '../../support/project-identity-joining.ts';

testAdding('addProjectIdentityLegacy');
