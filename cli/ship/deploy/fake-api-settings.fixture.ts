// The settings of an API in memory. An import changes the settings in its document and keeps the others, which is harder
// for the code under test than a reset.
import type { ApiPatch, ApiSettings } from '../../cloud/services/api-gateway.js';

type Imported = {
  readonly 'x-amazon-apigateway-minimum-compression-size'?: number;
  readonly 'x-amazon-apigateway-policy'?: unknown;
  readonly servers?: readonly {
    readonly 'x-amazon-apigateway-endpoint-configuration'?: {
      readonly vpcEndpointIds: readonly string[];
    };
  }[];
};

export function importedSettings(before: ApiSettings, text: string): ApiSettings {
  const document = JSON.parse(text) as Imported; // because we wrote it
  const [server] = document.servers ?? [];
  const endpoints = server?.['x-amazon-apigateway-endpoint-configuration']?.vpcEndpointIds;
  if (endpoints && before.endpointType !== 'PRIVATE') throw new Error('not private');
  return {
    endpointType: before.endpointType,
    vpcEndpointIds: endpoints ?? before.vpcEndpointIds,
    minimumCompressionSize:
      document['x-amazon-apigateway-minimum-compression-size'] ?? before.minimumCompressionSize,
    policy: document['x-amazon-apigateway-policy'] ?? before.policy,
  };
}

export function patched(settings: ApiSettings, { op, path, value = '' }: ApiPatch): ApiSettings {
  if (path === '/minimumCompressionSize') {
    return { ...settings, minimumCompressionSize: value === '' ? undefined : Number(value) };
  }
  if (path === '/policy') {
    const policy: unknown = value === '' ? undefined : JSON.parse(value);
    return { ...settings, policy };
  }
  if (path === `/endpointConfiguration/types/${settings.endpointType}`) {
    if (settings.endpointType === 'PRIVATE' && value === 'EDGE') throw new Error('not at once');
    if (settings.vpcEndpointIds.length > 0) throw new Error('endpoints are left');
    return { ...settings, endpointType: value };
  }
  if (path !== '/endpointConfiguration/vpcEndpointIds') throw new Error(path);
  if (settings.endpointType !== 'PRIVATE') throw new Error('not private');
  const others = settings.vpcEndpointIds.filter((id) => id !== value);
  return { ...settings, vpcEndpointIds: op === 'add' ? [...others, value] : others };
}
