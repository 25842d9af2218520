// Describes a version of a function for responses.
import {
  type CloudFunction,
  type FunctionBook,
  revisionOf,
  runningChange,
  type Version,
} from './function-book.js';

/** `qualified`: the ARN includes the version. */
export function describeVersion(
  book: FunctionBook,
  { owner, version }: { readonly owner: CloudFunction; readonly version: Version },
  isQualified: boolean,
): Readonly<Record<string, unknown>> {
  const { settings, code } = version;
  return {
    FunctionName: owner.name,
    FunctionArn: isQualified ? `${owner.arn}:${version.version}` : owner.arn,
    Runtime: settings.runtime,
    Role: settings.role,
    Handler: settings.handler,
    CodeSize: code.zip.length,
    Description: version.description,
    Timeout: settings.timeout,
    MemorySize: settings.memorySize,
    LastModified: new Date(version.modifiedAt).toISOString().replace('Z', '+0000'),
    CodeSha256: code.sha256,
    Version: version.version,
    ...(settings.vpc && {
      VpcConfig: {
        SubnetIds: settings.vpc.subnetIds,
        SecurityGroupIds: settings.vpc.securityGroupIds,
        VpcId: 'vpc-0123456789abcdef0',
        Ipv6AllowedForDualStack: false,
      },
    }),
    ...(settings.environment && { Environment: { Variables: settings.environment } }),
    TracingConfig: { Mode: settings.tracing },
    ...(settings.layers.length > 0 && {
      Layers: settings.layers.map((Arn) => ({ Arn, CodeSize: 1024 })),
    }),
    RevisionId: revisionOf(version, book.clock),
    ...progressOf(book, version),
    PackageType: 'Zip',
    Architectures: [settings.architecture],
    EphemeralStorage: { Size: settings.storageSize },
    SnapStart: { ApplyOn: 'None', OptimizationStatus: 'Off' },
    RuntimeVersionConfig: {
      RuntimeVersionArn: `arn:aws:lambda:${book.region}::runtime:${'0'.repeat(64)}`,
    },
    LoggingConfig: { LogFormat: 'Text', LogGroup: `/aws/lambda/${owner.name}` },
  };
}

function progressOf({ clock }: FunctionBook, version: Version): Readonly<Record<string, string>> {
  const change = runningChange(version, clock);
  if (change === undefined) return { State: 'Active', LastUpdateStatus: 'Successful' };
  const reason = 'The function is being created.';
  if (change === 'creating')
    return { State: 'Pending', StateReason: reason, StateReasonCode: 'Creating' };
  return {
    State: 'Active',
    LastUpdateStatus: 'InProgress',
    LastUpdateStatusReason: reason,
    LastUpdateStatusReasonCode: 'Creating',
  };
}
