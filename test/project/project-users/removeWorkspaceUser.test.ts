import { testRemovingOne } from './removing.ts';

testRemovingOne('removeWorkspaceUser');
