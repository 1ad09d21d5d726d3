import { testListing } from './reading.ts';

testListing('listWorkspaceUsers');
