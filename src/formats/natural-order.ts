/**
 * A text whose plain order is the order for people: `service-9` before `service-89`, whatever the case. Each number has
 * its length before it, so that a longer one is after a shorter one. Names that are alike but for case or leading zeros
 * stay in their plain order.
 */
export const naturalKey = (name: string): string =>
  `${name.toLowerCase().replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '');
    return `0${String.fromCharCode(48 + number.length)}${number}`;
  })}\0${name}`;
