// Runs interleaved rounds: every contender once per round, in an order that is rotated each time, so that other work on the
// machine affects all of them equally. Results are medians.
import { runToEnd } from './children.mjs';
import { figure, ratio } from './table.mjs';

/**
 * @template T
 * @param {number} rounds
 * @param {readonly string[]} names
 * @param {(name: string, round: number) => Promise<T>} measure
 * @returns {Promise<Map<string, T[]>>} the samples of each contender, in the order of the rounds
 */
export async function interleave(rounds, names, measure) {
  const samples = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      samples.get(name).push(await measure(name, round));
    }
  }
  return samples;
}

/**
 * Runs commands in interleaved rounds.
 * @param {{ node: string, rounds: number, commands: ReadonlyMap<string, readonly string[]> }} options arguments of Node.js
 * @param {(stdout: string, name: string) => void} [check] throws for wrong output
 * @returns {Promise<Map<string, number[]>>} the milliseconds of each whole process
 */
export function timeCommands({ node, rounds, commands }, check) {
  return interleave(rounds, [...commands.keys()], async (name) => {
    const { milliseconds, stdout } = await runToEnd(node, commands.get(name));
    check?.(stdout, name);
    return milliseconds;
  });
}

/** Returns a table row for each command: its time, and its ratio to the command `floor`. */
export function timeRows(samples, floor) {
  return [...samples].map(([name, times]) => [
    name,
    figure(median(times)),
    figure(spread(times)),
    ratio(median(times) / median(samples.get(floor))),
  ]);
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]
    : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the width of the middle half of the values, which shows how reliable their median is. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.round((sorted.length - 1) * share)];
  return at(0.75) - at(0.25);
}
