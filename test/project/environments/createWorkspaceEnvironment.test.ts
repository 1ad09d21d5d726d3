import { creatingEnvironments } from '../../support/environment-suites.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('createWorkspaceEnvironment', (world) =>
  creatingEnvironments(world, {
    operation: 'createWorkspaceEnvironment',
    parameter: 'workspaceId',
    answered: 'workspace',
  }),
);
