// FW6280 to FW6282: table changes that DynamoDB does not support, or does not accept at the moment. FW6284: lists of tables,
// queues or buckets that the credentials may not read.
import { type CatalogueEntry, code } from '../../../../compiler/diagnostics/diagnostic.js';
import type { SourcePosition } from '../../../../runtime/contract/manifest.js';

export const otherKey: CatalogueEntry<{
  readonly declaredName: string;
  /** The name of the table in AWS. */
  readonly name: string;
  readonly at: SourcePosition;
  readonly wanted: string;
  readonly found: string;
}> = {
  code: 'FW6280',
  severity: 'error',
  title: 'The key of a table cannot be changed',
  message: ({ declaredName, name, at, wanted, found }) =>
    `The table ${code(declaredName)} (${at.file}:${at.line}) has the key ${wanted}, but ${code(name)} in AWS has ${found}: DynamoDB cannot change the key of a table.`,
  hint: ({ declaredName }) =>
    `Give the new table another name, for example ${code(`${declaredName}-2`)}, and copy the items; the old one stays until \`framework deploy --delete-data\`. Nothing was changed.`,
};

export const expiryLater: CatalogueEntry<{
  readonly name: string;
  readonly attribute: string;
  /** True if the setting is to be switched on. */
  readonly isOn: boolean;
}> = {
  code: 'FW6281',
  severity: 'error',
  title: 'DynamoDB changes the expiry of a table at most once an hour',
  message: ({ name, attribute, isOn }) =>
    `Items of ${code(name)} ${isOn ? `do not expire according to ${code(attribute)} yet` : `still expire according to ${code(attribute)}`}: DynamoDB changes the expiry of a table at most once an hour.`,
  hint: ({ isOn }) =>
    `Run the same deploy again in an hour.${isOn ? ' Until then no item of the table expires.' : ''}`,
};

export const indexLater: CatalogueEntry<{ readonly name: string; readonly minutes: number }> = {
  code: 'FW6282',
  severity: 'error',
  title: 'DynamoDB is still building an index',
  message: ({ name, minutes }) =>
    `DynamoDB is still changing the table ${code(name)} after ${minutes} minutes, because it has many items.`,
  hint: () =>
    'DynamoDB continues in the background; run the same deploy again later. The functions still run the previous code.',
};

export const dataUnread: CatalogueEntry<{
  readonly type: 'table' | 'queue' | 'bucket';
  readonly action: string;
}> = {
  code: 'FW6284',
  severity: 'warning',
  title: 'The credentials are not allowed to list tables, queues or buckets',
  message: ({ type, action }) =>
    `${type === 'table' ? 'Tables' : type === 'queue' ? 'Queues' : 'Buckets'} from earlier deploys were not looked up: the credentials are missing the permission ${code(action)}. Resources that this stage has kept with their data are not listed.`,
  hint: () =>
    `Allow it, as the policy of ${code('framework gen-policy --deployer')} does, and run the command again.`,
};
