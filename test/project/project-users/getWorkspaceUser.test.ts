import { testReadingOne } from './reading.ts';

testReadingOne('getWorkspaceUser');
