import { testRemovingOne } from './removing.ts';

testRemovingOne('removeProjectUser');
