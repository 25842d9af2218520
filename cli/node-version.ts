// Whether this Node.js can run the program, asked before anything is loaded that an older one lacks.

/** The first release that works: `engines` of package.json. */
const FIRST: readonly [number, number] = [20, 19];

/** One line for a Node.js that is too old; undefined for every other. */
export function refuseOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > FIRST[0] || (major === FIRST[0] && minor >= FIRST[1])) return undefined;
  return `framework needs Node.js ${FIRST.join('.')} or later, and this is ${version}. Install Node.js 22 or 24: nodejs.org/download\n`;
}
