// Finds the environment variable that names a proxy. `proxy-agent.ts` with its library is loaded only when there is
// one.
import { CloudError } from './cloud-error.js';
import type { Environment } from './profiles.js';

const NAMES: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];

/**
 * Returns the name of the first variable that is set, in lower or upper case. Throws a CloudError when its value is no
 * address.
 */
export function readProxyVariable(environment: Environment): string | undefined {
  const set = NAMES.flatMap((name) => {
    const found = [name.toLowerCase(), name].find((each) => environment[each]);
    return found === undefined ? [] : [found];
  });
  for (const name of set) checkAddress(name, environment[name] ?? '');
  return set[0];
}

/** The address with `http://` where no scheme is written, as curl and the AWS CLI read it. */
export function proxyAddress(text: string): string {
  return text.includes('://') ? text : `http://${text}`;
}

function checkAddress(name: string, text: string): void {
  const address = proxyAddress(text);
  if (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address)) return;
  throw new CloudError(
    {
      kind: 'bad-proxy',
      operation: 'connect',
      // The value may hold a password, so the message does not show it.
      message: `${name} is not the address of an HTTP proxy`,
      name,
      status: undefined,
      requestId: undefined,
    },
    undefined,
  );
}
