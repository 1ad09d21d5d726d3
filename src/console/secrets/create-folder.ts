import { client } from '../api/client.ts';

interface Target {
  readonly projectId: string;
  readonly path: string;
}

/** Creates a folder, and returns what deletes it again if nothing was put into it. */
export const createFolder = async (
  { projectId, path }: Target,
  environment: string,
  { name, description }: { readonly name: string; readonly description?: string },
): Promise<() => Promise<unknown>> => {
  const { folder } = await client.POST('/api/v2/folders', {
    body: { projectId, environment, path, name, ...(description && { description }) },
  });
  return () =>
    client.DELETE('/api/v2/folders/{folderId}', {
      params: { path: { folderId: folder.id } },
      body: { projectId, environment, path, forceDelete: false },
    });
};
