import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lacking, once } from '../../tools.mjs';
import { at, goBuild, nodeProgram } from '../install.mjs';

const version = '0.19.24';
const command = () => ['terraform', 'tofu'].find((name) => lacking([name, 'version']).length === 0);

/** The folder of the provider: an installed one, or one that is built from its module. */
const folder = () => process.env.TERRAFORM_PROVIDER_FOLDER ?? at('terraform');

const build = () =>
  once('.clients/terraform', version, () =>
    goBuild(at('terraform'), {
      module: 'terraform-provider-infisical',
      from: `github.com/infisical/terraform-provider-infisical@v${version}`,
      name: 'terraform-provider-infisical',
    }),
  );

/** Makes Terraform load the provider from its folder instead of its registry. */
const configuration = (scratch) => {
  const file = join(scratch, 'cli.tfrc');
  mkdirSync(scratch, { recursive: true });
  writeFileSync(
    file,
    `provider_installation {\n  dev_overrides {\n    "infisical/infisical" = "${folder()}"\n  }\n  direct {}\n}\n`,
  );
  return file;
};

export const terraform = {
  name: 'terraform',
  version,
  missing: () =>
    command() === undefined
      ? ['terraform or tofu']
      : process.env.TERRAFORM_PROVIDER_FOLDER
        ? []
        : lacking(['go', 'version']),
  install: () => {
    if (process.env.TERRAFORM_PROVIDER_FOLDER === undefined) return build();
    if (!existsSync(join(folder(), 'terraform-provider-infisical')))
      throw new Error('TERRAFORM_PROVIDER_FOLDER has no terraform-provider-infisical');
  },
  program: ({ folder: scratch }) => {
    const env = { TF_CLI_CONFIG_FILE: configuration(scratch), TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1' };
    return { ...nodeProgram(['terraform', 'program.mjs'], command(), join(scratch, 'work')), env };
  },
};
