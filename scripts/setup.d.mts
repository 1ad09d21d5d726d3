/** The packages of a lock file, by their folders. */
export type Packages = Readonly<
  Record<
    string,
    { readonly version?: string; readonly dev?: boolean; readonly devOptional?: boolean; readonly optional?: boolean }
  >
>;
export declare const isInstalled: (
  wanted: Packages,
  installed: Packages,
  options: { readonly withTools: boolean },
) => boolean;
