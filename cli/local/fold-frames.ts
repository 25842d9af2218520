// Stacks as the author of the application reads them: the frames of this package and of Node.js's inside are left out.

/** Text in which each stack is without internal frames; what Node.js itself did last stays at the top. */
export function foldFrames(text: string): string {
  if (!text.includes('\n    at ')) return text;
  let isTop = true;
  return text
    .split('\n')
    .filter((line) => {
      if (!FRAME.test(line)) {
        isTop = true;
        return true;
      }
      if (INTERNAL.test(line)) return false;
      if (NODE.test(line)) return isTop;
      isTop = false;
      return true;
    })
    .join('\n');
}

const FRAME = /^\s+at \S/;
/** The runtime in the bundle, the worker, and what nobody calls by name. */
const INTERNAL =
  /\bnode:internal\/|\bframework:(?:dist\/)?runtime\/|[\s(](?:\.\.\/)+cli\/local\/|\/dist\/(?:cli\/worker|chunks\/[\w-]+)\.js:/;
const NODE = /\(?node:[\w/]+:\d+:\d+\)?$/;
