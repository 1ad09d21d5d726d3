import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The words of each command, which come as lists of texts after their lengths. */
const commandsIn = (text: string): string[][] =>
  text
    .split(/^\*\d+\r\n/m)
    .slice(1)
    .map((command) => [...command.matchAll(/\$\d+\r\n([^\r]*)\r\n/g)].map(([, word]) => word!));

/** The users of Redis, and nothing else of it; a real one is in `npm run test:targets`. */
export class TestRedis {
  readonly #server: Server;
  /** The passwords of all users, by name. */
  readonly users = new Map([['keeper', 'keeper-password']]);
  /** The rules of users that were created. */
  readonly rules = new Map<string, readonly string[]>();
  /** Answers instead, by the beginning of a command. */
  readonly answers = new Map<string, string>();

  private constructor() {
    this.#server = createServer((socket) => {
      let queued: string[][] | undefined;
      const answer = (words: readonly string[]): string => {
        const [name] = words;
        const instead = [...this.answers].find(([beginning]) => words.join(' ').startsWith(beginning))?.[1];
        if (name === 'MULTI') queued = [];
        else if (name === 'EXEC') {
          const replies = queued!.map((each) => this.#run(each));
          queued = undefined;
          return `*${replies.length}\r\n${replies.join('')}`;
        } else if (instead !== undefined) return instead;
        else if (queued) queued.push([...words]);
        else return this.#run(words);
        return '+OK\r\n';
      };
      const receive = (bytes: Buffer) => {
        for (const words of commandsIn(bytes.toString())) socket.write(answer(words));
      };
      (socket as Socket).on('data', receive).on('error', () => undefined);
    });
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis();
    redis.#server.listen(0, '127.0.0.1');
    await once(redis.#server, 'listening');
    return redis;
  }

  get credentials() {
    const { port } = this.#server.address() as AddressInfo;
    const login = { username: 'keeper', password: this.users.get('keeper')! };
    return { host: '127.0.0.1', port, ...login, sslEnabled: false, sslRejectUnauthorized: false };
  }

  canLogIn({ username, password }: { readonly username: string; readonly password: string }): boolean {
    return this.users.get(username) === password;
  }

  stop(): void {
    this.#server.close();
  }

  #run([name, verb, username, ...rules]: readonly string[]): string {
    if (name === 'AUTH')
      return this.users.get(verb!) === username ? '+OK\r\n' : '-WRONGPASS invalid username-password pair\r\n';
    if (verb === 'DELUSER') return `:${this.users.delete(username!) ? 1 : 0}\r\n`;
    if (verb === 'SETUSER') {
      this.users.set(username!, rules.find((rule) => rule.startsWith('>'))!.slice(1));
      this.rules.set(username!, rules.slice(0, -2));
    }
    return '+OK\r\n';
  }
}
