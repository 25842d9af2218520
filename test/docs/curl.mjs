// Replaces curl in the tutorial's test, so that the test needs no program except Node.js. It supports the options that the
// tutorial uses and rejects all others.
import { readFileSync } from 'node:fs';

const request = { method: undefined, headers: {}, body: undefined };
let url;
let showsHead = false;
const args = process.argv.slice(2);
while (args.length > 0) {
  const arg = args.shift();
  if (arg === '-s') continue;
  else if (arg === '-i') showsHead = true;
  else if (arg === '-X') request.method = args.shift();
  else if (arg === '-H') {
    const [name, value] = args.shift().split(/: (.*)/s);
    request.headers[name] = value;
  } else if (arg === '-d') {
    request.body = args.shift();
    request.method ??= 'POST';
    request.headers['Content-Type'] ??= 'application/x-www-form-urlencoded';
  } else if (arg === '--data-binary') {
    request.body = readFileSync(args.shift().replace(/^@/, ''));
  } else if (arg.startsWith('-')) throw new Error(`this stand-in for curl does not know ${arg}`);
  else url = `http://${arg.replace(/^http:\/\//, '')}`;
}
const response = await fetch(url, request);
if (showsHead) {
  console.log(`HTTP/1.1 ${response.status} ${response.statusText}`);
  for (const [name, value] of response.headers) console.log(`${name}: ${value}`);
  console.log();
}
process.stdout.write(Buffer.from(await response.arrayBuffer()));
