import { testListing } from '../project-users/reading.ts';

testListing('listWorkspaceUsers');
