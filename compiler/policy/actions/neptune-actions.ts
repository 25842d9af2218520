// The actions of Neptune databases. They depend on what a query does, not on its language
// (docs.aws.amazon.com/neptune/latest/userguide/using-neptune-apis.html).

type Actions = Readonly<Record<string, readonly string[]>>;

const READ = ['neptune-db:ReadDataViaQuery'];
const QUERY = [
  'neptune-db:DeleteDataViaQuery',
  'neptune-db:ReadDataViaQuery',
  'neptune-db:WriteDataViaQuery',
];

export const NEPTUNE_ACTIONS: Actions = {
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

export const NEPTUNE_GRAPH_ACTIONS: Actions = {
  ExecuteQuery: [
    'neptune-graph:DeleteDataViaQuery',
    'neptune-graph:ReadDataViaQuery',
    'neptune-graph:WriteDataViaQuery',
  ],
  GetQuery: ['neptune-graph:GetQueryStatus'],
};
