import { onEachDatabase } from '../../support/world/world.ts';
import { answersWithAllOfIt, type Generation, knowsOnlyItsOwn, refusesStrangers } from './checks.ts';

const current: Generation = { operation: 'getEnvironment', parameter: 'projectId', answered: 'projectId' };

const legacy: Generation = {
  operation: 'getWorkspaceEnvironment',
  parameter: 'workspaceId',
  answered: 'workspace',
};

onEachDatabase('getEnvironment', (world) => {
  answersWithAllOfIt(world, 'getEnvironment', (projectId, id) => ({ projectId, id }));
  refusesStrangers(world, current, 'read');
  knowsOnlyItsOwn(world, current);
});

onEachDatabase('getWorkspaceEnvironment', (world) => {
  answersWithAllOfIt(world, 'getWorkspaceEnvironment', (workspaceId, id) => ({ workspaceId, id }));
  refusesStrangers(world, legacy, 'read');
  knowsOnlyItsOwn(world, legacy);
});
