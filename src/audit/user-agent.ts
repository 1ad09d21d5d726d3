/** The kinds of clients, by the start of their User-Agent. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^cli\b/i, 'cli'],
  [/^k8-operator\b/i, 'k8-operator'],
  [/^terraform\b/i, 'terraform'],
  [/^mozilla\b/i, 'web'],
  [/^InfisicalNodeSDK\b/i, 'InfisicalNodeSDK'],
  [/^InfisicalPythonSDK\b/i, 'InfisicalPythonSDK'],
];

export const userAgentTypes: readonly string[] = [...kinds.map(([, kind]) => kind), 'other'];

export const userAgentType = (userAgent: string): string =>
  kinds.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
