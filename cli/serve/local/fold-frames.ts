// Removes the frames of this package and of Node.js from stacks.

/** Removes internal frames from each stack in a text. The topmost frames of Node.js stay. */
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
/** Frames of the runtime in the bundle, of loading kept packages, of the worker, and of Node.js internals. */
const INTERNAL =
  /\bnode:internal\/|\bframework-dependenc|\/cache\/dependencies\/|\bframework:(?:dist\/)?runtime\/|[\s(](?:\.\.\/)+cli\/serve\/local\/|\/dist\/(?:cli\/worker|chunks\/[\w-]+)\.js:/;
const NODE = /\(?node:[\w/]+:\d+:\d+\)?$/;
