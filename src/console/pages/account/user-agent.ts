const firstOf = (text: string, names: readonly (readonly [pattern: RegExp, name: string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

// Most browsers also name those that they are compatible with, so the order matters.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** A short text for the program of a session: "Firefox on Linux", or the beginning of what the program calls itself. */
export const programOf = (userAgent: string): string => {
  if (userAgent === 'cli') return 'Command line client';
  const browser = userAgent.startsWith('Mozilla/') ? firstOf(userAgent, browsers) : undefined;
  const system = firstOf(userAgent, systems);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.slice(0, 60) || 'Unknown program';
};
