/** What keeps the server from checking the permission of an operation. */
export const permissionProblems: (document: object, item: object, operation: object) => string[];
