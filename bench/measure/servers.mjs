// Runs the servers to measure: starts them as processes, polls until they respond, and stops them reliably.
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { ENVIRONMENT } from './children.mjs';

const PATIENCE = 20_000;

/**
 * Starts a server and waits for its first response.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {{ url: string, answer: unknown }} ready
 * @returns {Promise<{ milliseconds: number, pid: number, stop: () => Promise<void> }>} the time from the start to the first
 * response
 */
export async function startServer(node, args, { url, answer }) {
  const start = performance.now();
  const child = spawn(node, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 2000);
    await ended;
    clearTimeout(force);
  };
  try {
    await until(url, answer, () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw new Error(`${args.join(' ')}\n${output}`, { cause: error });
  }
  return { milliseconds: performance.now() - start, pid: child.pid, stop };
}

/** Sends requests until the response is the expected one. Returns how many milliseconds that took. */
export async function until(url, answer, hasEnded = () => false) {
  const start = performance.now();
  const wanted = JSON.stringify(answer);
  let last = 'no answer';
  while (performance.now() - start < PATIENCE && !hasEnded()) {
    try {
      last = await (await fetch(url)).text();
      if (last === wanted) return performance.now() - start;
    } catch {
      // The server is not listening yet.
    }
    await wait(2);
  }
  throw new Error(`${url} did not answer ${wanted} but ${last}`);
}
