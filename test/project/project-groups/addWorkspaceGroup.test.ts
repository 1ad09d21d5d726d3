import { addSuite, workspaces } from '../../support/project-group-suites.ts';

addSuite(workspaces);
