import { constants } from 'node:crypto';

/** For servers that read the certificates of clients: a resumed session would not have those above the client's own. */
export const withoutResumption = { secureOptions: constants.SSL_OP_NO_TICKET } as const;
