/** A mailbox with the name that mail programs show. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const maxLength = 254;

/**
 * Whether mail can be sent to the address: one mailbox, without quotes, comments, lists and control characters, which
 * could make several recipients or headers of it.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= maxLength &&
  /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/iu.test(text);

/** Parses `address` or `name <address>`; undefined for any other text. */
export const parseMailbox = (text: string): Mailbox | undefined => {
  const [, name = '', bracketed] = /^([^<>"\p{Cc}]{1,100}?) *<([^<>]+)>$/u.exec(text) ?? [];
  const address = bracketed ?? text;
  return isMailAddress(address) ? { name, address } : undefined;
};
