import type { Migration } from '../migrate.ts'
import { foundation } from './0001-foundation.ts'
import { vectors } from './0002-vectors.ts'
import { signIns } from './0003-sign-ins.ts'
import { eventVersion } from './0004-event-version.ts'
import { closedKeys } from './0005-closed-keys.ts'
import { jobs } from './0006-jobs.ts'
import { graphs } from './0007-graphs.ts'
import { textToSpeech } from './0008-text-to-speech.ts'
import { messageOrder } from './0009-message-order.ts'
import { versionGraphs } from './0010-version-graphs.ts'
import { flowGraphs } from './0011-flow-graphs.ts'
import { agentFlows } from './0012-agent-flows.ts'
import { executions } from './0013-executions.ts'
import { drafts } from './0014-drafts.ts'
import { schedules } from './0015-schedules.ts'
import { webhooks } from './0016-webhooks.ts'
import { openWaits } from './0017-open-waits.ts'
import { knowledge } from './0018-knowledge.ts'
import { flowAccess } from './0019-flow-access.ts'
import { recordedValues } from './0020-recorded-values.ts'
import { flowMcp } from './0021-flow-mcp.ts'
import { publishing } from './0022-publishing.ts'
import { storeRefresh } from './0023-store-refresh.ts'
import { spend } from './0024-spend.ts'
import { inbox } from './0025-inbox.ts'
import { tests } from './0026-tests.ts'
import { triggers } from './0027-triggers.ts'
import { channels } from './0028-channels.ts'
import { customMcpServers } from './0029-custom-mcp-servers.ts'
import { vectorIndexes } from './0030-vector-indexes.ts'
import { notices } from './0031-notices.ts'
import { searchTests } from './0032-search-tests.ts'
import { comparisons } from './0033-comparisons.ts'
import { foundNothing } from './0034-found-nothing.ts'
import { atTheLimit } from './0035-at-the-limit.ts'
import { callCosts } from './0036-call-costs.ts'
import { answeredInstead } from './0037-answered-instead.ts'
import { messagesOfRuns } from './0039-messages-of-runs.ts'
import { ratingsOfFlows } from './0040-ratings-of-flows.ts'
import { manyPassages } from './0041-many-passages.ts'
import { namedSessions } from './0042-named-sessions.ts'
import { keyNetworks } from './0043-key-networks.ts'
import { signedParts } from './0044-signed-parts.ts'
import { flowSecrets } from './0045-flow-secrets.ts'
import { decidedBy } from './0046-decided-by.ts'
import { deletedChats } from './0047-deleted-chats.ts'
import { endsOfWaits } from './0048-ends-of-waits.ts'
import { removedStores } from './0049-removed-stores.ts'
import { sharedExecutions } from './0050-shared-executions.ts'
import { deliveries } from './0051-deliveries.ts'
import { noticedDeliveries } from './0052-noticed-deliveries.ts'
import { channelDeliveries } from './0053-channel-deliveries.ts'
import { scheduledDeliveries } from './0054-scheduled-deliveries.ts'
import { nodeDeclarations } from './0055-node-declarations.ts'
import { keptQuestions } from './0056-kept-questions.ts'
import { dryReplayRuns } from './0057-dry-replay-runs.ts'
import { flowsOfSteps } from './0058-flows-of-steps.ts'
import { listedRuns } from './0059-listed-runs.ts'
import { people } from './0060-people.ts'
import { audit } from './0061-audit.ts'
import { connections } from './0062-connections.ts'
import { dataTables } from './0063-data-tables.ts'

/** The one history, for both databases. Never change an entry that was released; add one. */
export const migrations: readonly Migration[] = [
  foundation,
  vectors,
  signIns,
  eventVersion,
  closedKeys,
  jobs,
  graphs,
  textToSpeech,
  messageOrder,
  versionGraphs,
  flowGraphs,
  agentFlows,
  executions,
  drafts,
  schedules,
  webhooks,
  openWaits,
  knowledge,
  flowAccess,
  recordedValues,
  flowMcp,
  publishing,
  storeRefresh,
  spend,
  inbox,
  tests,
  triggers,
  channels,
  customMcpServers,
  vectorIndexes,
  notices,
  searchTests,
  comparisons,
  foundNothing,
  atTheLimit,
  callCosts,
  answeredInstead,
  messagesOfRuns,
  ratingsOfFlows,
  manyPassages,
  namedSessions,
  keyNetworks,
  signedParts,
  flowSecrets,
  decidedBy,
  deletedChats,
  endsOfWaits,
  removedStores,
  sharedExecutions,
  deliveries,
  noticedDeliveries,
  channelDeliveries,
  scheduledDeliveries,
  nodeDeclarations,
  keptQuestions,
  dryReplayRuns,
  flowsOfSteps,
  listedRuns,
  people,
  audit,
  connections,
  dataTables,
]
