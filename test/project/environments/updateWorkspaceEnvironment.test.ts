import { changingEnvironments } from '../../support/environment-suites.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('updateWorkspaceEnvironment', (world) =>
  changingEnvironments(world, {
    operation: 'updateWorkspaceEnvironment',
    parameter: 'workspaceId',
    answered: 'workspace',
  }),
);
