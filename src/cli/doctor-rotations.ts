import { fromDatabase } from './doctor-database.ts';
import { good, reasonOf, wrong, type Check } from './doctor-findings.ts';

const maxNamed = 50;

/** Names the rotations of secrets whose last attempt failed. */
export const rotations: Check = async (config) => {
  try {
    const findings = await fromDatabase(config, async ({ secretRotations }) => {
      const { success, failed } = await secretRotations.countByStatus();
      if (success + failed === 0) return [];
      if (failed === 0) return [good(`rotations of secrets, ${success}`)];
      return (await secretRotations.listFailed(maxNamed)).map(({ id, name, projectId, lastRotationMessage }) =>
        wrong(
          `rotation ${JSON.stringify(name)} (${id}) in the project ${projectId}`,
          `Its last attempt failed: ${lastRotationMessage} It is tried again every two hours.`,
        ),
      );
    });
    return findings ?? [];
  } catch (error) {
    return [wrong('rotations of secrets', reasonOf(error))];
  }
};
