import { testAdding } from './adding.ts';

testAdding('addWorkspaceUsers');
