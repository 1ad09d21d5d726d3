import { testFinding } from './reading.ts';

testFinding('findWorkspaceUser');
