import { listSuite, projects } from '../../support/project-group-suites.ts';

listSuite(projects);
