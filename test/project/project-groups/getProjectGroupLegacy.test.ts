import { getSuite, legacy } from '../../support/project-group-suites.ts';

getSuite(legacy);
