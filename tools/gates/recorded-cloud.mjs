// A test cloud whose writes are recorded: a server in front of it stores the body of every request.
import { createServer, request as send } from 'node:http';

/** Starts the cloud and the server in front of it. */
export async function startRecordedCloud(startTestCloud) {
  const cloud = await startTestCloud();
  const { port } = new URL(cloud.url);
  let requests = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method, url, headers } = request;
      const onward = send({ port, method, path: url, headers }, (answer) => {
        requests.push({ method, url, body: body.toString(), status: answer.statusCode });
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
  });
  server.keepAliveTimeout = 600_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    environment: { ...cloud.environment, AWS_ENDPOINT_URL: url },
    clear: () => {
      cloud.clearCalls();
      requests = [];
    },
    calls: () => cloud.calls(),
    /** Returns the requests that changed something and succeeded. */
    writes: () =>
      requests.filter(({ method, body, status }) => isWrite({ method, body }) && status < 300),
    apiIds: () => new Set(requests.flatMap(({ url }) => /^\/restapis\/(\w+)/.exec(url)?.[1] ?? [])),
    inventory: () => cloud.inventory(),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await cloud.close();
    },
  };
}

/** Returns true if a request writes. IAM's query protocol and the JSON protocol of Logs use POST for reads too. */
function isWrite({ method, body }) {
  return method !== 'GET' && !/^Action=(?:Get|List)|^\{"logGroup/.test(body);
}
