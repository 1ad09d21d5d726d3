import { testChanging } from './changing.ts';

testChanging('updateProjectUserRoles');
