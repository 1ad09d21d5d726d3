import { Command } from 'commander';
import contract from '../../generated/openapi.json' with { type: 'json' };

export const openapiCommand = (): Command =>
  new Command('openapi').action(() => console.log(JSON.stringify(contract, undefined, 2)));
