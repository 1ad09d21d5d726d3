import { root } from '../../folders/path.ts';
import { inBody, readPath, type FolderRef } from '../../folders/rules.ts';

interface Query {
  readonly expandSecretReferences: boolean;
  readonly viewSecretValue: boolean;
}

/** What every query for secrets says, whatever its generation. */
export const readQuery = ({ expandSecretReferences, viewSecretValue }: Query) => ({
  isExpanded: expandSecretReferences,
  showsValues: viewSecretValue,
});

/** The folder that a body names, whatever its generation. */
export const placeOf = ({
  environment,
  secretPath = root,
}: {
  environment: string;
  secretPath?: string | undefined;
}): FolderRef => ({ environment, path: readPath(secretPath, inBody('secretPath')) });
