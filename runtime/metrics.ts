// With `metrics` in the configuration, one line in the embedded metric format of CloudWatch for each request
// (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html). Only such a
// bundle holds it.
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { streamMetrics } from './streams.js';

let begun = 0;
let coldStart = 1;

/** Called before a request is served. */
export function beginMetrics(): void {
  begun = performance.now();
}

/**
 * Writes the line after the response was passed on. It is called when the request has begun, before another one can, so
 * that `begun` is its time.
 */
export function writeMetrics(
  { httpMethod, resource }: ProxyEvent,
  answer: Promise<ProxyResult>,
): void {
  const start = begun;
  const isCold = coldStart;
  coldStart = 0;
  answer.then(
    ({ statusCode: status }) => {
      const duration = Math.round((performance.now() - start) * 100) / 100;
      setImmediate(() => {
        const line = {
          _aws: {
            Timestamp: Date.now(),
            CloudWatchMetrics: [
              {
                Namespace: 'framework',
                Dimensions: [['function', 'route']],
                Metrics: [
                  { Name: 'duration', Unit: 'Milliseconds' },
                  { Name: 'error' },
                  { Name: 'coldStart' },
                ],
              },
            ],
          },
          function: process.env['AWS_LAMBDA_FUNCTION_NAME'],
          route: `${httpMethod} ${resource}`,
          status,
          duration,
          error: +(status > 499),
          coldStart: isCold,
        };
        if ($uses.code.$stream && streamMetrics.has(answer)) {
          line._aws.CloudWatchMetrics[0]?.Metrics.push({ Name: 'firstByte', Unit: 'Milliseconds' });
          Object.assign(line, streamMetrics.get(answer));
        }
        try {
          process.getBuiltinModule('node:fs').writeSync(1, `${JSON.stringify(line)}\n`);
        } catch {
          // A full or closed log must not end the function.
        }
      });
    },
    () => undefined,
  );
}
