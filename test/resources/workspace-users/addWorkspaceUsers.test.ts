import { testAdding } from '../project-users/adding.ts';

testAdding('addWorkspaceUsers');
