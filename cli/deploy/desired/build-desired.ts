// Builds the desired state of a stage. Pure: the same application, configuration and package give the same state.
import { createHash } from 'node:crypto';
import { withHash } from '../../../compiler/openapi/document-hash.js';
import { openApiDocument } from '../../../compiler/openapi/open-api.js';
import { summarizeRoutes } from '../../../compiler/openapi/summarize-routes.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Tags } from '../../cloud/cloud.js';
import { appNameOf, baseName } from '../../config/cloud-names.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { RolePolicies } from '../../policy/role-policy.js';
import type { Desired, DesiredApi, DesiredPackage } from './desired.js';
import { desiredFunctions } from './desired-functions.js';
import { desiredRoles } from './desired-roles.js';
import { ownTags, roleTags } from './own-tag.js';

export type DesiredRequest = {
  readonly manifest: Manifest;
  readonly config: StageConfig;
  readonly policies: RolePolicies;
  readonly package: DesiredPackage;
  readonly region: string;
  /** Of the framework. */
  readonly version: string;
};

export function buildDesired(request: DesiredRequest): Desired {
  const { manifest, config, policies, region, version } = request;
  const app = appNameOf(config, manifest);
  const tags = ownTags({ app, stage: config.stage, version });
  return {
    app,
    stage: config.stage,
    region,
    roles: desiredRoles(policies, roleTags(tags, region)),
    functions: desiredFunctions({ manifest, config, app, region, ownTags: tags }),
    api: manifest.routes.length > 0 ? desiredApi(request, app, tags) : undefined,
    package: request.package,
  };
}

function desiredApi(
  { manifest, config, region }: DesiredRequest,
  app: string,
  tags: Tags,
): DesiredApi {
  const name = baseName(app, config.stage);
  const document = openApiDocument(manifest, { name, region, functionName: name });
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return {
    name,
    stage: config.settings.api_gateway_stage,
    tags,
    document: withHash(document, hash),
    hash,
    routes: summarizeRoutes(manifest, document),
  };
}
