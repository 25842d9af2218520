// FW612x, FW622x: problems with the API's document and deployment.
import {
  code,
  didYouMean,
  nearestName,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';

export const documentTooLarge: CatalogueEntry<{
  readonly bytes: number;
  readonly quota: number;
  readonly routes: number;
}> = {
  code: 'FW6121',
  severity: 'error',
  title: 'The OpenAPI document is larger than API Gateway accepts',
  message: ({ bytes, quota, routes }) =>
    `The OpenAPI document for the ${routes} routes is ${bytes} bytes; API Gateway accepts at most ${quota}.`,
  hint: () => 'Split the application into several applications.',
};

export const crossedDeploys: CatalogueEntry<{ readonly stage: string }> = {
  code: 'FW6223',
  severity: 'error',
  title: 'Two deploys of this stage overlapped',
  message: ({ stage }) =>
    `Another deploy changed code or routes while this one published the stage ${code(stage)}, so code and routes may not match.`,
  hint: () => 'Run the command again when the other deploy has ended.',
};

export const keyNotDeployed: CatalogueEntry<{
  readonly name: string;
  readonly stage: string;
  readonly region: string;
  /** The command that deploys the stage. */
  readonly command: string;
  /** The names of the deployed keys. */
  readonly known: readonly string[];
}> = {
  code: 'FW6236',
  severity: 'error',
  title: 'The API key is not deployed',
  message: ({ name, stage, region }) =>
    `The stage ${code(stage)} has no API key ${code(name)} in ${code(region)}.`,
  hint: ({ name, command, known }) =>
    known.length > 0
      ? `${didYouMean(nearestName(name, known), known)} ${code(command)} creates the keys that are new in \`api_keys\`.`
      : `Add it to \`api_keys\` in \`.framework/config.json\` and run ${code(command)}; if the stage is deployed elsewhere, add \`--region\` or \`--profile\`.`,
};

// FW632x: why an API cannot be mapped to a domain.

export const basePathTaken: CatalogueEntry<{ readonly place: string; readonly api: string }> = {
  code: 'FW6320',
  severity: 'error',
  title: 'Another API uses the base path of the domain',
  message: ({ place, api }) => `${code(place)} is the URL of another API, ${code(api)}.`,
  hint: () =>
    'Give `api_gateway_custom_domain` another `url_prefix`, or remove the base path from the other API.',
};

export const certificateRegion: CatalogueEntry<{
  readonly domain: string;
  readonly region: string;
  readonly wanted: string;
}> = {
  code: 'FW6321',
  severity: 'error',
  title: 'The certificate of the domain is in another region',
  message: ({ domain, region, wanted }) =>
    `The certificate of ${code(domain)} is in ${code(region)}, but API Gateway requires one in ${code(wanted)} for this API.`,
  hint: ({ wanted }) => `Request a certificate in ${code(wanted)} from Certificate Manager.`,
};

export const missingDomain: CatalogueEntry<{ readonly domain: string }> = {
  code: 'FW6323',
  severity: 'error',
  title: 'The domain does not exist, and manage_domain is false',
  message: ({ domain }) =>
    `There is no domain ${code(domain)} in API Gateway, and \`manage_domain\` is false.`,
  hint: () =>
    'Create it first by deploying the stage that manages it, or remove `manage_domain` and set its certificate.',
};

export const domainType: CatalogueEntry<{
  readonly domain: string;
  readonly found: string;
  readonly wanted: string;
}> = {
  code: 'FW6322',
  severity: 'error',
  title: 'The domain and the API have different endpoint types',
  message: ({ domain, found, wanted }) =>
    `The domain ${code(domain)} has an endpoint of type ${code(found)}, but the API has one of type ${code(wanted)}.`,
  hint: ({ found }) =>
    `Set \`api_gateway_endpoint_type\` to ${code(found)}, or first change the type of the domain in the console.`,
};
