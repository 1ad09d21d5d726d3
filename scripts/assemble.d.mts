/** Writes the assembled contract to the folder, and returns the area and the module of every path. */
export declare const assemble: (folder: string) => Map<string, { readonly area: string; readonly module: string }>;
