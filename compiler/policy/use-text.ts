// Writes a use of the SDK as in code, for messages and explanations.
import type { SdkUse } from './sdk-use.js';

/** `PutObjectCommand`, `putObject()`, `paginateQuery()`, `S3.getObject()`. */
export function textOfUse({ kind, name, package: packageName }: SdkUse): string {
  switch (kind) {
    case 'command':
      return `${name}Command`;
    case 'method':
      return `${camelCase(name)}()`;
    case 'paginator':
      return `paginate${name}()`;
    case 'waiter':
      return `waitUntil${name}()`;
    case 'library':
      return name;
    case 'v2':
      return `${packageName.replace(/^aws-sdk\//, '')}.${camelCase(name)}()`;
  }
}

function camelCase(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
