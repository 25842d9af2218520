// `npm run check`: runs every `check:` script of package.json concurrently, and prints at the end which of them failed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const names = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const failed = [];
const waiting = names.values();

const work = async () => {
  for (const name of waiting) {
    const began = performance.now();
    const { status, output } = await run(name);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (status === 0) console.log(`${name} passed (${seconds} s)`);
    else {
      failed.push(name);
      console.log(`${name} FAILED (${seconds} s)\n${output.trimEnd()}\n`);
    }
  }
};

// Each script uses a whole core, so only as many run at a time.
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.map((name) => `npm run ${name}`).join(', ')}`);
  process.exitCode = 1;
}

function run(name) {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
