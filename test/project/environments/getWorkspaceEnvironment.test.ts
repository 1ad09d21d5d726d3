import {
  answersWithAllOfIt,
  knowsOnlyItsOwn,
  refusesStrangers,
  type Generation,
} from '../../support/environment-suites.ts';
import { onEachDatabase } from '../../support/world.ts';

const generation: Generation = {
  operation: 'getWorkspaceEnvironment',
  parameter: 'workspaceId',
  answered: 'workspace',
};

onEachDatabase('getWorkspaceEnvironment', (world) => {
  answersWithAllOfIt(world, 'getWorkspaceEnvironment', (workspaceId, id) => ({ workspaceId, id }));
  refusesStrangers(world, generation, 'read');
  knowsOnlyItsOwn(world, generation);
});
