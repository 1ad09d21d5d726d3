import { legacy, updateSuite } from '../../support/project-group-suites.ts';

updateSuite(legacy);
