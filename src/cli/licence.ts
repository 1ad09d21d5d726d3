import { Command } from 'commander';
import { issueCommand } from './licence-issue.ts';
import { keygenCommand } from './licence-keygen.ts';
import { showCommand } from './licence-show.ts';

export const licenceCommand = (): Command =>
  new Command('licence')
    .description('Generate keys, and issue and show licences.')
    .addCommand(keygenCommand())
    .addCommand(issueCommand())
    .addCommand(showCommand());
