import { testChanging } from '../project-users/changing.ts';

testChanging('updateWorkspaceUserRoles');
