import { removeSuite, workspaces } from '../../support/project-group-suites.ts';

removeSuite(workspaces);
