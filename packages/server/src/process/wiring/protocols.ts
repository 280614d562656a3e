import { buildComponent, type RunRequest } from '@chatwright/engine'
import { anthropicRoutes } from '../../asking/anthropic/anthropic-routes.ts'
import { createEmbed } from '../../asking/openai/embeddings.ts'
import { openAiRoutes } from '../../asking/openai/openai-routes.ts'
import { createResponses } from '../../asking/openai/responses.ts'
import { uiRoutes } from '../../asking/ui-protocols/ui-routes.ts'
import type { Handler } from '../../door/http/handle.ts'
import { newId } from '../../ground/db/new-id.ts'
import { createEffects } from '../../runs/runs/node-context.ts'
import type { Common } from './common.ts'

/** The protocols of others, in which their clients ask flows. */
export function createProtocols(common: Common): Handler[] {
  const { resources, execution, predictions, gates, streams, limiter, sessions, readKeys } = common
  const { library, describe, runs, platform, flows } = execution
  const embed = createEmbed((signal) =>
    buildComponent(
      { name: 'builtInEmbeddings', inputs: {} },
      {
        catalogue: resources.catalogue,
        want: 'embeddings',
        request: embeddingRequest(signal),
        effects: createEffects(platform, { flow: { id: '', name: '' }, flows }),
      },
    ),
  )
  const respond = createResponses({ predictions, runs, streams, readKeys })
  return [
    ...openAiRoutes({ library, gates, predictions, streams, limiter, describe, embed, respond }),
    ...anthropicRoutes({ library, gates, predictions, streams, limiter }),
    ...uiRoutes({ predictions, runs, meantChat: sessions.chat, streams, limiter }),
  ]
}

/** What is embedded for a program belongs to no conversation. */
function embeddingRequest(signal: AbortSignal): RunRequest {
  const runId = newId()
  const session = { flowId: '', chatId: runId, sessionId: runId, origin: 'external' as const, isNew: true }
  return { runId, session, question: '', signal }
}
