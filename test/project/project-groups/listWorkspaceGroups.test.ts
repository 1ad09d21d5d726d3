import { listSuite, workspaces } from '../../support/project-group-suites.ts';

listSuite(workspaces);
