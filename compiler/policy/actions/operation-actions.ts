// The operations whose action is not the name of the operation, by client. An empty list needs no permission.
import { NEPTUNE_ACTIONS, NEPTUNE_GRAPH_ACTIONS } from './neptune-actions.js';
import { S3_ACTIONS } from './s3-actions.js';

type Actions = Readonly<Record<string, readonly string[]>>;

const EVERY_PARTIQL_ACTION = [
  'dynamodb:PartiQLSelect',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PartiQLDelete',
];

export const OPERATION_ACTIONS: Readonly<Record<string, Actions>> = {
  s3: S3_ACTIONS,
  neptunedata: NEPTUNE_ACTIONS,
  'neptune-graph': NEPTUNE_GRAPH_ACTIONS,
  dynamodb: {
    BatchExecuteStatement: EVERY_PARTIQL_ACTION,
    ExecuteStatement: EVERY_PARTIQL_ACTION,
    ExecuteTransaction: EVERY_PARTIQL_ACTION,
    TransactGetItems: ['dynamodb:GetItem'],
    TransactWriteItems: [
      'dynamodb:ConditionCheckItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
  },
  lambda: {
    GetLayerVersionByArn: ['lambda:GetLayerVersion'],
    Invoke: ['lambda:InvokeFunction'],
    InvokeWithResponseStream: ['lambda:InvokeFunction'],
  },
  sqs: {
    ChangeMessageVisibilityBatch: ['sqs:ChangeMessageVisibility'],
    DeleteMessageBatch: ['sqs:DeleteMessage'],
    SendMessageBatch: ['sqs:SendMessage'],
  },
  sns: {
    PublishBatch: ['sns:Publish'],
  },
  kms: {
    ReEncrypt: ['kms:ReEncryptFrom', 'kms:ReEncryptTo'],
  },
  ssm: {
    DeregisterDefaultHostManagementConfiguration: ['ssm:ResetServiceSetting'],
    RegisterDefaultHostManagementConfiguration: ['ssm:UpdateServiceSetting'],
  },
  sts: {
    GetCallerIdentity: [],
    GetSessionToken: [],
  },
  cloudfront: {
    CreateDistributionWithTags: ['cloudfront:CreateDistribution', 'cloudfront:TagResource'],
    CreateStreamingDistributionWithTags: [
      'cloudfront:CreateStreamingDistribution',
      'cloudfront:TagResource',
    ],
  },
  apigatewaymanagementapi: {
    DeleteConnection: ['execute-api:ManageConnections'],
    GetConnection: ['execute-api:ManageConnections'],
    PostToConnection: ['execute-api:ManageConnections'],
  },
  'bedrock-runtime': {
    Converse: ['bedrock:InvokeModel'],
    ConverseStream: ['bedrock:InvokeModelWithResponseStream'],
    InvokeModelWithBidirectionalStream: ['bedrock:InvokeModel'],
    StartAsyncInvoke: ['bedrock:InvokeModel'],
  },
  'bedrock-agent-runtime': {
    RetrieveAndGenerateStream: ['bedrock:RetrieveAndGenerate'],
  },
  'timestream-query': {
    // A statement without a table needs `SelectValues`.
    Query: ['timestream:Select', 'timestream:SelectValues'],
  },
  verifiedpermissions: {
    BatchIsAuthorized: ['verifiedpermissions:IsAuthorized'],
    BatchIsAuthorizedWithToken: ['verifiedpermissions:IsAuthorizedWithToken'],
  },
  accessanalyzer: {
    GetFindingV2: ['access-analyzer:GetFinding'],
    ListFindingsV2: ['access-analyzer:ListFindings'],
  },
  'rds-signer': {
    GetAuthToken: ['rds-db:connect'],
  },
  'dsql-signer': {
    GetDbConnectAdminAuthToken: ['dsql:DbConnectAdmin'],
    GetDbConnectAuthToken: ['dsql:DbConnect'],
  },
  'cloudsearch-domain': {
    Search: ['cloudsearch:search'],
    Suggest: ['cloudsearch:suggest'],
    UploadDocuments: ['cloudsearch:document'],
  },
  keyspaces: {
    CreateKeyspace: ['cassandra:Create'],
    CreateTable: ['cassandra:Create'],
    CreateType: ['cassandra:Create'],
    DeleteKeyspace: ['cassandra:Drop'],
    DeleteTable: ['cassandra:Drop'],
    DeleteType: ['cassandra:Drop'],
    GetKeyspace: ['cassandra:Select'],
    GetTable: ['cassandra:Select'],
    GetTableAutoScalingSettings: ['cassandra:Select'],
    GetType: ['cassandra:Select'],
    ListKeyspaces: ['cassandra:Select'],
    ListTables: ['cassandra:Select'],
    ListTagsForResource: ['cassandra:Select'],
    ListTypes: ['cassandra:Select'],
    RestoreTable: ['cassandra:Restore'],
    UpdateKeyspace: ['cassandra:Alter'],
    UpdateTable: ['cassandra:Alter'],
  },
  budgets: {
    CreateBudget: ['budgets:ModifyBudget'],
    CreateNotification: ['budgets:ModifyBudget'],
    CreateSubscriber: ['budgets:ModifyBudget'],
    DeleteBudget: ['budgets:ModifyBudget'],
    DeleteNotification: ['budgets:ModifyBudget'],
    DeleteSubscriber: ['budgets:ModifyBudget'],
    DescribeBudget: ['budgets:ViewBudget'],
    DescribeBudgetNotificationsForAccount: ['budgets:ViewBudget'],
    DescribeBudgetPerformanceHistory: ['budgets:ViewBudget'],
    DescribeBudgets: ['budgets:ViewBudget'],
    DescribeNotificationsForBudget: ['budgets:ViewBudget'],
    DescribeSubscribersForNotification: ['budgets:ViewBudget'],
    UpdateBudget: ['budgets:ModifyBudget'],
    UpdateNotification: ['budgets:ModifyBudget'],
    UpdateSubscriber: ['budgets:ModifyBudget'],
  },
};
