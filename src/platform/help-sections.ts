/** The sections of the guides that say who may do what is refused, by the reason of the refusal. */
export const helpSections = {
  rules: 'access#why-was-this-refused',
  boundary: 'access#nobody-gives-more-than-they-have',
  kindOfCaller: 'access#people-machines-and-service-tokens',
  membership: 'access#members',
  administrators: 'access#administrators',
  signIn: 'access#how-you-signed-in',
  secondFactor: 'access#second-factor',
  ownAddress: 'access#whose-address-it-is',
  trustedAddresses: 'identities#limit-what-a-key-can-do',
  setUp: 'operations#the-first-administrator',
} as const;

export type HelpSection = (typeof helpSections)[keyof typeof helpSections];
