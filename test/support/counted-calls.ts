// Counts, with V8, how often functions in certain files are called: a measure of work that does not depend on how busy the
// machine is, and that needs no change to the code.
import { Session } from 'node:inspector/promises';

/** Returns the number of calls to functions in files whose path matches. */
export async function countCalls(files: RegExp, work: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage'); // calls before this do not count
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
