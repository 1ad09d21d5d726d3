import { testReadingOne } from './reading.ts';

testReadingOne('getProjectUser');
