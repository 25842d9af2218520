// Counts how often functions of some files are called, using V8: a limit on work that does not depend on how busy the machine
// is, and that needs no change of the code.
import { Session } from 'node:inspector/promises';

/** Returns the number of calls of functions whose file matches. */
export async function countCalls(files: RegExp, work: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage'); // earlier calls do not count
    work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => files.test(url))
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  } finally {
    session.disconnect();
  }
}
