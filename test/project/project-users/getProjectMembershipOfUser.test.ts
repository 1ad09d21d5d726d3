import { testReadingOne } from './reading.ts';

testReadingOne('getProjectMembershipOfUser');
