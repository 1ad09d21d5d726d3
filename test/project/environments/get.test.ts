import { onEachDatabase } from '../../support/world/world.ts';
import { returnsAllFields, type Generation, findsOnlyOwnEnvironments, refusesUnauthorized } from './checks.ts';

const current: Generation = { operation: 'getEnvironment', parameter: 'projectId', answered: 'projectId' };

const legacy: Generation = {
  operation: 'getWorkspaceEnvironment',
  parameter: 'workspaceId',
  answered: 'workspace',
};

onEachDatabase('getEnvironment', (world) => {
  returnsAllFields(world, 'getEnvironment', (projectId, id) => ({ projectId, id }));
  refusesUnauthorized(world, current, 'read');
  findsOnlyOwnEnvironments(world, current);
});

onEachDatabase('getWorkspaceEnvironment', (world) => {
  returnsAllFields(world, 'getWorkspaceEnvironment', (workspaceId, id) => ({ workspaceId, id }));
  refusesUnauthorized(world, legacy, 'read');
  findsOnlyOwnEnvironments(world, legacy);
});
