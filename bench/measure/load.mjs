// Measures the requests per second that a server on the loopback interface handles: with wrk if it is installed, otherwise with
// the load generator in bench/children.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runChild, runToEnd } from './children.mjs';

const GENERATOR = fileURLToPath(new URL('../children/load.mjs', import.meta.url));

/** The name of the tool that sends the requests. */
export const LOAD_TOOL = spawnSync('wrk', ['--version']).error ? 'bench/children/load.mjs' : 'wrk';

/**
 * @param {{ url: string, connections: number, seconds: number }} options wrk accepts whole seconds
 * @returns {Promise<number>} requests per second; any response except 200 is an error
 */
export async function requestsPerSecond({ url, connections, seconds }) {
  if (LOAD_TOOL !== 'wrk') {
    const args = [GENERATOR, url, String(connections), String(seconds)];
    return (await runChild(process.execPath, args)).requestsPerSecond;
  }
  const duration = `-d${Math.ceil(seconds)}s`;
  const { stdout } = await runToEnd('wrk', ['-t1', `-c${connections}`, duration, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
}
