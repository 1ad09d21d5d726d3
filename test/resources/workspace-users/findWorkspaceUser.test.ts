import { testFinding } from '../project-users/reading.ts';

testFinding('findWorkspaceUser');
