// For each client: the operations whose actions have different names. An operation with an empty list needs no permission.

// The S3 actions whose names differ from those of the operations (docs.aws.amazon.com, "Required permissions for Amazon S3 API
// operations").

const S3_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  CompleteMultipartUpload: ['s3:PutObject'],
  CopyObject: ['s3:GetObject', 's3:PutObject'],
  CreateBucketMetadataConfiguration: ['s3:CreateBucketMetadataTableConfiguration'],
  CreateMultipartUpload: ['s3:PutObject'],
  CreateSession: ['s3express:CreateSession'],
  DeleteBucketAnalyticsConfiguration: ['s3:PutAnalyticsConfiguration'],
  DeleteBucketCors: ['s3:PutBucketCORS'],
  DeleteBucketEncryption: ['s3:PutEncryptionConfiguration'],
  DeleteBucketIntelligentTieringConfiguration: ['s3:PutIntelligentTieringConfiguration'],
  DeleteBucketInventoryConfiguration: ['s3:PutInventoryConfiguration'],
  DeleteBucketLifecycle: ['s3:PutLifecycleConfiguration'],
  DeleteBucketMetadataConfiguration: ['s3:DeleteBucketMetadataTableConfiguration'],
  DeleteBucketMetricsConfiguration: ['s3:PutMetricsConfiguration'],
  DeleteBucketOwnershipControls: ['s3:PutBucketOwnershipControls'],
  DeleteBucketReplication: ['s3:PutReplicationConfiguration'],
  DeleteBucketTagging: ['s3:PutBucketTagging'],
  DeleteObjects: ['s3:DeleteObject'],
  DeletePublicAccessBlock: ['s3:PutBucketPublicAccessBlock'],
  GetBucketAccelerateConfiguration: ['s3:GetAccelerateConfiguration'],
  GetBucketAnalyticsConfiguration: ['s3:GetAnalyticsConfiguration'],
  GetBucketEncryption: ['s3:GetEncryptionConfiguration'],
  GetBucketIntelligentTieringConfiguration: ['s3:GetIntelligentTieringConfiguration'],
  GetBucketInventoryConfiguration: ['s3:GetInventoryConfiguration'],
  GetBucketLifecycleConfiguration: ['s3:GetLifecycleConfiguration'],
  GetBucketMetadataConfiguration: ['s3:GetBucketMetadataTableConfiguration'],
  GetBucketMetricsConfiguration: ['s3:GetMetricsConfiguration'],
  GetBucketNotificationConfiguration: ['s3:GetBucketNotification'],
  GetBucketReplication: ['s3:GetReplicationConfiguration'],
  GetObjectAttributes: ['s3:GetObject', 's3:GetObjectAttributes'],
  GetObjectLockConfiguration: ['s3:GetBucketObjectLockConfiguration'],
  GetPublicAccessBlock: ['s3:GetBucketPublicAccessBlock'],
  HeadBucket: ['s3:ListBucket'],
  HeadObject: ['s3:GetObject'],
  ListBucketAnalyticsConfigurations: ['s3:GetAnalyticsConfiguration'],
  ListBucketIntelligentTieringConfigurations: ['s3:GetIntelligentTieringConfiguration'],
  ListBucketInventoryConfigurations: ['s3:GetInventoryConfiguration'],
  ListBucketMetricsConfigurations: ['s3:GetMetricsConfiguration'],
  ListBuckets: ['s3:ListAllMyBuckets'],
  ListDirectoryBuckets: ['s3express:ListAllMyDirectoryBuckets'],
  ListMultipartUploads: ['s3:ListBucketMultipartUploads'],
  ListObjectVersions: ['s3:ListBucketVersions'],
  ListObjects: ['s3:ListBucket'],
  ListObjectsV2: ['s3:ListBucket'],
  ListParts: ['s3:ListMultipartUploadParts'],
  PutBucketAccelerateConfiguration: ['s3:PutAccelerateConfiguration'],
  PutBucketAnalyticsConfiguration: ['s3:PutAnalyticsConfiguration'],
  PutBucketEncryption: ['s3:PutEncryptionConfiguration'],
  PutBucketIntelligentTieringConfiguration: ['s3:PutIntelligentTieringConfiguration'],
  PutBucketInventoryConfiguration: ['s3:PutInventoryConfiguration'],
  PutBucketLifecycleConfiguration: ['s3:PutLifecycleConfiguration'],
  PutBucketMetricsConfiguration: ['s3:PutMetricsConfiguration'],
  PutBucketNotificationConfiguration: ['s3:PutBucketNotification'],
  PutBucketReplication: ['s3:PutReplicationConfiguration'],
  PutObjectLockConfiguration: ['s3:PutBucketObjectLockConfiguration'],
  PutPublicAccessBlock: ['s3:PutBucketPublicAccessBlock'],
  RenameObject: ['s3express:CreateSession'],
  SelectObjectContent: ['s3:GetObject'],
  UploadPart: ['s3:PutObject'],
  UploadPartCopy: ['s3:GetObject', 's3:PutObject'],
  WriteGetObjectResponse: ['s3-object-lambda:WriteGetObjectResponse'],
};

type Actions = Readonly<Record<string, readonly string[]>>;

const EVERY_PARTIQL_ACTION = [
  'dynamodb:PartiQLSelect',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PartiQLDelete',
];

// The actions of Neptune databases. They depend on what a query does, not on its language
// (docs.aws.amazon.com/neptune/latest/userguide/using-neptune-apis.html).

const READ = ['neptune-db:ReadDataViaQuery'];
const QUERY = [
  'neptune-db:DeleteDataViaQuery',
  'neptune-db:ReadDataViaQuery',
  'neptune-db:WriteDataViaQuery',
];

const NEPTUNE_ACTIONS: Actions = {
  CancelGremlinQuery: ['neptune-db:CancelQuery'],
  CancelOpenCypherQuery: ['neptune-db:CancelQuery'],
  DeletePropertygraphStatistics: ['neptune-db:DeleteStatistics'],
  DeleteSparqlStatistics: ['neptune-db:DeleteStatistics'],
  ExecuteFastReset: ['neptune-db:ResetDatabase'],
  ExecuteGremlinExplainQuery: QUERY,
  ExecuteGremlinProfileQuery: READ,
  ExecuteGremlinQuery: QUERY,
  ExecuteOpenCypherExplainQuery: READ,
  ExecuteOpenCypherQuery: QUERY,
  GetGremlinQueryStatus: ['neptune-db:GetQueryStatus'],
  GetMLDataProcessingJob: ['neptune-db:GetMLDataProcessingJobStatus'],
  GetMLEndpoint: ['neptune-db:GetMLEndpointStatus'],
  GetMLModelTrainingJob: ['neptune-db:GetMLModelTrainingJobStatus'],
  GetMLModelTransformJob: ['neptune-db:GetMLModelTransformJobStatus'],
  GetOpenCypherQueryStatus: ['neptune-db:GetQueryStatus'],
  GetPropertygraphStatistics: ['neptune-db:GetStatisticsStatus'],
  GetPropertygraphStream: ['neptune-db:GetStreamRecords'],
  GetPropertygraphSummary: ['neptune-db:GetGraphSummary'],
  GetRDFGraphSummary: ['neptune-db:GetGraphSummary'],
  GetSparqlStatistics: ['neptune-db:GetStatisticsStatus'],
  GetSparqlStream: ['neptune-db:GetStreamRecords'],
  ListGremlinQueries: ['neptune-db:GetQueryStatus'],
  ListOpenCypherQueries: ['neptune-db:GetQueryStatus'],
  ManagePropertygraphStatistics: ['neptune-db:ManageStatistics'],
  ManageSparqlStatistics: ['neptune-db:ManageStatistics'],
};

const NEPTUNE_GRAPH_ACTIONS: Actions = {
  ExecuteQuery: [
    'neptune-graph:DeleteDataViaQuery',
    'neptune-graph:ReadDataViaQuery',
    'neptune-graph:WriteDataViaQuery',
  ],
  GetQuery: ['neptune-graph:GetQueryStatus'],
};

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
    // A statement that reads no table needs `SelectValues`.
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
