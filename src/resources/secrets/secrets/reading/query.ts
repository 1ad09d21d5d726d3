import { root } from '../../folders/path.ts';
import { inBody, readPath, type FolderRef } from '../../folders/rules.ts';

interface Query {
  readonly expandSecretReferences: boolean;
  readonly viewSecretValue: boolean;
}

/** Reads the parameters that queries of all API generations share. */
export const readQuery = ({ expandSecretReferences, viewSecretValue }: Query) => ({
  isExpanded: expandSecretReferences,
  showsValues: viewSecretValue,
});

/** Reads the folder reference of a body, of any API generation. */
export const folderRefOf = ({
  environment,
  secretPath = root,
}: {
  environment: string;
  secretPath?: string | undefined;
}): FolderRef => ({ environment, path: readPath(secretPath, inBody('secretPath')) });
