import { Command } from 'commander';
import contract from '../../generated/openapi.json' with { type: 'json' };

export const openapiCommand = (): Command =>
  new Command('openapi')
    .description('Print the contract (OpenAPI 3, JSON), as the server serves it at /api/openapi.json.')
    .action(() => console.log(JSON.stringify(contract, undefined, 2)));
