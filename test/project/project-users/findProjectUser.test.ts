import { testFinding } from './reading.ts';

testFinding('findProjectUser');
