import { getSuite, projects } from '../../support/project-group-suites.ts';

getSuite(projects);
