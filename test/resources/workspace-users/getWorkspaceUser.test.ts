import { testReadingOne } from '../project-users/reading.ts';

testReadingOne('getWorkspaceUser');
