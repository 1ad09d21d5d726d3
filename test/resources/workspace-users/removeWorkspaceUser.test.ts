import { testRemovingOne } from '../project-users/removing.ts';

testRemovingOne('removeWorkspaceUser');
