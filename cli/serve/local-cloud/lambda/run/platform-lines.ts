// The lines that Lambda writes before and after those of a function.

export type Report = {
  readonly requestId: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds to load the modules, if the environment was new. */
  readonly initDuration: number | undefined;
  /** MB. */
  readonly memorySize: number;
  readonly memoryUsed: number;
  readonly status: 'ok' | 'timeout' | 'error';
  /** For example `Runtime.ExitError`. */
  readonly errorType?: string;
};

export function initStartLine(runtime: string, region: string): string {
  const [, version = ''] = /nodejs(\d+)/.exec(runtime) ?? [];
  const arn = `arn:aws:lambda:${region}::runtime:${'0'.repeat(64)}`;
  return `INIT_START Runtime Version: nodejs:${version}.v1\tRuntime Version ARN: ${arn}\n`;
}

export function startLine(requestId: string, version: string): string {
  return `START RequestId: ${requestId} Version: ${version}\n`;
}

export function endLine(requestId: string): string {
  return `END RequestId: ${requestId}\n`;
}

export function reportLine(report: Report): string {
  const { duration, initDuration, status, errorType } = report;
  const parts = [
    `REPORT RequestId: ${report.requestId}`,
    `Duration: ${duration.toFixed(2)} ms`,
    `Billed Duration: ${Math.ceil(duration + (initDuration ?? 0))} ms`,
    `Memory Size: ${report.memorySize} MB`,
    `Max Memory Used: ${report.memoryUsed} MB`,
    ...(initDuration === undefined ? [] : [`Init Duration: ${initDuration.toFixed(2)} ms`]),
    ...(status === 'ok' ? [] : [`Status: ${status}`]),
    ...(errorType === undefined ? [] : [`Error Type: ${errorType}`]),
  ];
  return `${parts.join('\t')}\t\n`;
}

export function timeoutText(seconds: number): string {
  return `Task timed out after ${seconds.toFixed(2)} seconds`;
}
