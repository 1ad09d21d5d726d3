import { projects, updateSuite } from '../../support/project-group-suites.ts';

updateSuite(projects);
