import { getSuite, workspaces } from '../../support/project-group-suites.ts';

getSuite(workspaces);
