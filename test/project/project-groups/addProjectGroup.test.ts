import { addSuite, projects } from '../../support/project-group-suites.ts';

addSuite(projects);
