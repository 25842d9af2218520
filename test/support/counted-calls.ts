// How often functions of some files are called while work is done, counted by V8: a bound on work that no busy machine
// breaks, and that needs nothing in the code.
import { Session } from 'node:inspector/promises';

/** The calls of functions whose file matches. */
export async function countCalls(files: RegExp, work: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage'); // what was called before counts no more
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
