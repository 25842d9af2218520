// What is used of the SDK's API Gateway client; a bundle holds nothing else of it.
export {
  APIGatewayClient,
  CreateDeploymentCommand,
  CreateRestApiCommand,
  DeleteDeploymentCommand,
  DeleteRestApiCommand,
  DeleteStageCommand,
  GetDeploymentCommand,
  GetDeploymentsCommand,
  GetExportCommand,
  GetRestApiCommand,
  GetRestApisCommand,
  GetStageCommand,
  GetStagesCommand,
  PutRestApiCommand,
  TagResourceCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
