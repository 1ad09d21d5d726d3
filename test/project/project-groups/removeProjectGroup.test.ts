import { projects, removeSuite } from '../../support/project-group-suites.ts';

removeSuite(projects);
