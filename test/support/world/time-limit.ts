/** How long a unit of work may take in tests: a machine that stands still for some seconds must not fail one. */
export const patientMs = 60_000;
