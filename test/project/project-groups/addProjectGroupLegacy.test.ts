import { addSuite, legacy } from '../../support/project-group-suites.ts';

addSuite(legacy);
