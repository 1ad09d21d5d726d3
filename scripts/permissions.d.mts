/** Why the server could not check the permission of an operation. */
export const permissionProblems: (document: object, item: object, operation: object) => string[];
