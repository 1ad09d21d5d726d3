/** A running server with the part of Vault's HTTP API that reads and writes secrets. */
export interface VaultServer {
  readonly url: string;
  /** A token that may do everything. */
  readonly root: string;
  readonly role: { readonly role_id: string; readonly secret_id: string };
  /** The requests so far, such as `GET secret/data/app`. */
  readonly requests: readonly string[];
  /** Writes a path as the root token; a text is sent as it is. */
  write(path: string, body: object | string): Promise<void>;
  /** The tokens that are valid. */
  tokens(): readonly string[];
  close(): Promise<void>;
}

export interface VaultOptions {
  /** The version of the engine by the path of the mount. */
  readonly mounts: Readonly<Record<string, 1 | 2>>;
  /** Paths of requests that only the root token may use. */
  readonly denied?: readonly string[];
  readonly listsMounts?: boolean;
}

export const startVault: (options: VaultOptions) => Promise<VaultServer>;
