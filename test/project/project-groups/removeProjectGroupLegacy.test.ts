import { legacy, removeSuite } from '../../support/project-group-suites.ts';

removeSuite(legacy);
