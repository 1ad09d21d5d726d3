import { Command } from 'commander';
import contract from '../../generated/openapi.json' with { type: 'json' };

export const openapiCommand = (): Command =>
  new Command('openapi')
    .addHelpText('after', '\nExample: sallyport openapi > openapi.json')
    .action(() => console.log(JSON.stringify(contract, undefined, 2)));
