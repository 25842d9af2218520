// The parts of the SDK's EventBridge client that are used, so that the bundle of the CLI holds nothing else of it.
export {
  DeleteRuleCommand,
  EventBridgeClient,
  ListRulesCommand,
  ListTagsForResourceCommand,
  ListTargetsByRuleCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
  TagResourceCommand,
} from '@aws-sdk/client-eventbridge';
