// A load generator on raw sockets: each connection sends its next request when the previous response is complete. Arguments:
// URL, connections, seconds. Any response except 200 ends it with an error.
import { writeSync } from 'node:fs';
import { connect } from 'node:net';

const [, , address, connections, seconds] = process.argv;
const { hostname, port, pathname } = new URL(address);
const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: */*\r\n\r\n`;
const deadline = performance.now() + Number(seconds) * 1000;
const start = performance.now();

const counts = await Promise.all(Array.from({ length: Number(connections) }, drive));
const total = counts.reduce((sum, count) => sum + count, 0);
writeSync(1, JSON.stringify({ requestsPerSecond: (total * 1000) / (performance.now() - start) }));

function drive() {
  return new Promise((resolve, reject) => {
    let count = 0;
    let pending = '';
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
      socket.write(request);
    });
    socket.setEncoding('latin1').once('error', reject);
    socket.on('data', (text) => {
      pending += text;
      const size = sizeOfAnswer(pending);
      if (size === undefined || pending.length < size) return;
      if (!pending.startsWith('HTTP/1.1 200')) return reject(new Error(pending));
      pending = '';
      count += 1;
      if (performance.now() < deadline) return socket.write(request);
      socket.destroy();
      resolve(count);
    });
  });
}

function sizeOfAnswer(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text}`);
  return head + 4 + Number(length);
}
