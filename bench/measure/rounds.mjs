// Runs interleaved rounds: every contender once per round, in an order that is rotated each time, so that other work on the
// machine affects all of them equally. Results are medians.

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
