import { testRemovingSeveral } from './removing.ts';

testRemovingSeveral('removeWorkspaceUsers');
