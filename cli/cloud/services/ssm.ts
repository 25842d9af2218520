// The Systems Manager calls: for the secrets and parameters of a stage. No call reads a value.
import type { Tags } from '../cloud.js';
import { unless } from '../cloud-error.js';
import { type Calls, callOn, type Port, port, tagList } from '../service.js';
import type * as sdk from '@aws-sdk/client-ssm';

export type CloudParameter = {
  /** `/helloworld/dev/stripe-key` */
  readonly path: string;
  /** False for plain text. */
  readonly isEncrypted: boolean;
  /** In milliseconds since 1970. */
  readonly changedAt: number;
};

export type WrittenParameter = Pick<CloudParameter, 'path' | 'isEncrypted'> & {
  readonly value: string;
  /** The tags of a new parameter; an existing one keeps its own. */
  readonly tags: Tags;
};

export const parametersPort: Port<'parameters', ReturnType<typeof parameterCalls>> = port({
  name: 'parameters',
  id: 'SSM',
  prefix: 'ssm',
  load: () => import('@aws-sdk/client-ssm'),
  client: 'SSMClient',
  kinds: [
    { names: ['ParameterNotFound'], message: /^/, kind: 'missing' },
    { names: ['ParameterAlreadyExists'], message: /^/, kind: 'exists' },
  ],
  actions: {
    // The action cannot be restricted to a resource, and does not return values.
    listParameters: callOn('parameters', 'read', 'ssm:DescribeParameters'),
    // A deploy does not change parameters.
    setParameter: callOn('parameter', 'invoke', 'ssm:PutParameter', 'ssm:AddTagsToResource'),
    deleteParameter: callOn('parameter', 'invoke', 'ssm:DeleteParameter'),
  },
  calls: parameterCalls,
});

function parameterCalls({ send, remove, pages }: Calls<typeof sdk>) {
  return {
    /** Returns the parameters whose names begin with `path`, which ends with a slash. */
    listParameters: (path: string): Promise<readonly CloudParameter[]> => {
      const inPath = { Key: 'Path', Option: 'Recursive', Values: [path.slice(0, -1)] };
      return pages('DescribeParameters', { ParameterFilters: [inPath] }, ({ Parameters }) =>
        Parameters?.map(({ Name = '', Type, LastModifiedDate }): CloudParameter => ({
          path: Name,
          isEncrypted: Type === 'SecureString',
          changedAt: LastModifiedDate?.getTime() ?? 0,
        })),
      );
    },

    /** Creates a parameter or replaces its value. AWS accepts tags only for a new one. */
    setParameter: async (written: WrittenParameter): Promise<'created' | 'changed'> => {
      const { path: Name, isEncrypted, value: Value, tags } = written;
      const Type = isEncrypted ? 'SecureString' : 'String';
      // If AWS rejects a value, the message may contain it.
      const refused = (error: unknown): never => {
        if (error instanceof Error) error.message = error.message.replaceAll(Value, '***');
        throw error;
      };
      const given = { Name, Value, Type } as const;
      const created = send(
        'PutParameter',
        { ...given, Tags: tagList(tags) },
        { read: () => true, refused },
      );
      if (await unless('exists', created, false)) return 'created';
      await send('PutParameter', { ...given, Overwrite: true }, { refused });
      return 'changed';
    },

    deleteParameter: (Name: string): Promise<void> => remove('DeleteParameter', { Name }),
  };
}
