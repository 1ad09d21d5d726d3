import {
  answersWithAllOfIt,
  knowsOnlyItsOwn,
  refusesStrangers,
  type Generation,
} from '../../support/environment-suites.ts';
import { onEachDatabase } from '../../support/world.ts';

const generation: Generation = { operation: 'getEnvironment', parameter: 'projectId', answered: 'projectId' };

onEachDatabase('getEnvironment', (world) => {
  answersWithAllOfIt(world, 'getEnvironment', (projectId, id) => ({ projectId, id }));
  refusesStrangers(world, generation, 'read');
  knowsOnlyItsOwn(world, generation);
});
