// The tested clients and versions. `install` installs one from its registry; `program` is the command of the program
// that uses it.
import { cli } from './cli/client.mjs';
import { consoleCommands } from './console/client.mjs';
import { go } from './go/client.mjs';
import { mcp } from './mcp/client.mjs';
import { node3, node5 } from './node/client.mjs';
import { infisicalPython, infisicalsdk } from './python/client.mjs';
import { rust } from './rust/client.mjs';
import { terraform } from './terraform/client.mjs';

export const clients = [node3, node5, infisicalsdk, infisicalPython, go, rust, mcp, cli, terraform, consoleCommands];
