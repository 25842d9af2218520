// FW70: problems that prevent `framework local` from starting.
import type { CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';

export type ListenAddress = { readonly host: string; readonly port: number };

/** Another program listens on the port. */
export const portTaken: CatalogueEntry<
  ListenAddress & { readonly holder: string | undefined; readonly free: number }
> = {
  code: 'FW7001',
  severity: 'error',
  title: 'The port is in use',
  message: ({ host, port, holder }) =>
    `Port ${port} of ${host} is in use${holder === undefined ? '' : ` by ${holder}`}.`,
  hint: ({ free }) =>
    `Stop the other program, or run \`framework local --port ${free}\`; without \`--port\` the next free port is used.`,
};

/** The operating system does not allow this user to listen on the port. */
export const portForbidden: CatalogueEntry<ListenAddress> = {
  code: 'FW7002',
  severity: 'error',
  title: 'This user cannot use the port',
  message: ({ port }) => `This user cannot listen on port ${port}.`,
  hint: () => 'Run `framework local --port 8000`; ports below 1024 are reserved for the system.',
};

/** No network interface has the address, or the name cannot be resolved. */
export const hostUnknown: CatalogueEntry<ListenAddress> = {
  code: 'FW7003',
  severity: 'error',
  title: 'The host is not an address of this machine',
  message: ({ host }) => `\`${host}\` is not an address of this machine.`,
  hint: () =>
    'Omit `--host` to serve only this machine, or run `framework local --host 0.0.0.0` to serve its whole network.',
};
