export declare const user: string;
export declare const password: string;

/** A separate PostgreSQL server with full durability. */
export declare class Postgres {
  readonly port: number;
  static create(settings?: Readonly<Record<string, string | number>>): Promise<Postgres>;
  start(): Promise<void>;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
}
