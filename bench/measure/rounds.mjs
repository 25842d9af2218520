// Interleaved rounds: every contender once a round, in an order that moves on by one each time, so that what else the
// machine does meets all of them alike. Figures are medians.

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

/** The width of the middle half of the values: how much to trust their median. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.round((sorted.length - 1) * share)];
  return at(0.75) - at(0.25);
}
