import { testRemovingSeveral } from '../project-users/removing.ts';

testRemovingSeveral('removeWorkspaceUsers');
