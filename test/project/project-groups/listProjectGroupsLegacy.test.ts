import { legacy, listSuite } from '../../support/project-group-suites.ts';

listSuite(legacy);
