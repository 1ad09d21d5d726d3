import { changingEnvironments } from '../../support/environment-suites.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('updateEnvironment', (world) =>
  changingEnvironments(world, { operation: 'updateEnvironment', parameter: 'projectId', answered: 'projectId' }),
);
