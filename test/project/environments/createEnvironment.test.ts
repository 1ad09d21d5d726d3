import { creatingEnvironments } from '../../support/environment-suites.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('createEnvironment', (world) =>
  creatingEnvironments(world, { operation: 'createEnvironment', parameter: 'projectId', answered: 'projectId' }),
);
