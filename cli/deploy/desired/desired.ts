// Desired state: what a stage of the application should be in the cloud. A pure function of manifest, configuration,
// policies and package; plain data.
import type { OpenApiDocument } from '../../../compiler/openapi/openapi-document.js';
import type { RouteSummary } from '../../../compiler/openapi/route-summary.js';
import type { GeneratedPolicy } from '../../../compiler/policy/generated-policy.js';
import type { PolicyDocument } from '../../../compiler/policy/policy-document.js';
import type { Tags } from '../../cloud/cloud.js';
import type { Architecture, FunctionVpc } from '../../cloud/lambda-calls.js';

/** A role that we make. */
export type DesiredRole = {
  /**
   * `<app>-<stage>`, or `<app>-<stage>-<function>`; its inline policy has the same name. Where another region holds that name,
   * `observe` puts the name of this region in its place.
   */
  readonly name: string;
  readonly trust: PolicyDocument;
  /** Of a file it may be anything that IAM takes. */
  readonly policy: unknown;
  /** Why each action is in a generated policy; undefined for one from a file. */
  readonly generated: GeneratedPolicy | undefined;
  /** `.framework/policy-prod.json` and the like; undefined for a generated one. */
  readonly policyFile: string | undefined;
  readonly tags: Tags;
};

export type FunctionRole =
  | { readonly kind: 'managed'; readonly name: string }
  | { readonly kind: 'given'; readonly arn: string };

export type DesiredFunction = {
  /** `api_handler`, or the name of the lambda function in the source. */
  readonly key: string;
  /** `<app>-<stage>`, or `<app>-<stage>-<key>`. */
  readonly name: string;
  readonly handler: string;
  readonly runtime: string;
  readonly architecture: Architecture;
  /** Seconds. */
  readonly timeout: number;
  /** MB. */
  readonly memorySize: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly vpc: FunctionVpc | undefined;
  /** Undefined: no reservation. */
  readonly reservedConcurrency: number | undefined;
  readonly role: FunctionRole;
  /** The user's and our own. */
  readonly tags: Tags;
  /** What API Gateway may call it as. */
  readonly invokedAs: readonly ('integration' | 'authorizer')[];
};

export type DesiredApi = {
  /** `<app>-<stage>`. */
  readonly name: string;
  /** `api_gateway_stage`. */
  readonly stage: string;
  readonly tags: Tags;
  /** ARNs in it hold the placeholders for partition and account. */
  readonly document: OpenApiDocument;
  /** Hex SHA-256 of the document without `info.description`. */
  readonly hash: string;
  /** What callers will have, sorted by path and method. */
  readonly routes: readonly RouteSummary[];
};

/** The zip that every function of the stage runs. */
export type DesiredPackage = {
  readonly zip: Uint8Array;
  /** base64, as Lambda reports it. */
  readonly sha256: string;
};

export type Desired = {
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  /** By name. */
  readonly roles: readonly DesiredRole[];
  /** By name. */
  readonly functions: readonly DesiredFunction[];
  /** Undefined for an application without routes. */
  readonly api: DesiredApi | undefined;
  readonly package: DesiredPackage;
};
