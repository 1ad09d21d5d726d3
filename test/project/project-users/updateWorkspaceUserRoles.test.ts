import { testChanging } from './changing.ts';

testChanging('updateWorkspaceUserRoles');
