import { updateSuite, workspaces } from '../../support/project-group-suites.ts';

updateSuite(workspaces);
