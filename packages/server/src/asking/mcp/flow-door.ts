import { AppError } from '@chatwright/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../ground/config/config.ts'
import { isSameSecret } from '../../parts/credentials/same-secret.ts'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import { guestOf } from '../../door/askers/asker-of.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { isSameHost } from '../../door/http/access.ts'
import { readAuthorization } from '../../door/http/authorization.ts'
import { createForgeryLimiter } from '../../door/http/failure-limiter.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { answerOf } from './ask-as-tool.ts'
import { ACTS } from './define-tool.ts'
import type { FlowMcpStore } from './flow-mcp-store.ts'
import { flowInputSchema, readFlowInput } from './flow-tool.ts'
import { starterPrompts } from './starter-prompts.ts'
import type { McpOffer } from './mcp-offer.ts'

/** Whoever has the token asks the flow, and nothing else. */
const ASKER = guestOf('mcp')

/** Lets in who shows the token of a flow, and says what there is for them. */
export type FlowDoor = (flowId: string, request: FastifyRequest) => Promise<() => Promise<McpOffer>>

export function createFlowDoor({
  store,
  library,
  box,
  limiter,
  predictions,
  config,
}: {
  store: Pick<FlowMcpStore, 'find'>
  library: Pick<FlowLibrary, 'head' | 'prepare'>
  box: Pick<SecretBox, 'open'>
  limiter: RateLimiter
  predictions: Pick<PredictionService, 'start'>
  config: Pick<Config, 'mcpOrigins' | 'corsOrigins'>
}): FlowDoor {
  const countForgery = createForgeryLimiter()

  return async (flowId, request) => {
    refuseOtherPages(request, config)
    const head = await library.head(flowId)
    const offered = await store.find(flowId)
    const isOpen =
      // One that answers its owner alone does so whoever was given a token before.
      head.is_owner_only !== 1 &&
      offered?.is_enabled === 1 &&
      isSameSecret(shownToken(request), box.open({ table: 'flow_mcp', id: flowId }, offered.token))
    if (!isOpen) {
      countForgery(request.ip)
      // Strangers do not learn which of the two it is.
      throw new AppError('unauthorized', undefined, {
        message:
          'This token isn\'t valid for this flow, or the flow isn\'t available over MCP. Send the token as "Authorization: Bearer <token>".',
      })
    }
    return async () => {
      const { flow } = await library.prepare(head)
      return {
        title: head.name,
        prompts: starterPrompts(head.settings.chatbot),
        tools: [
          {
            name: offered.tool_name,
            title: head.name,
            description: offered.description,
            inputSchema: flowInputSchema(flow),
            annotations: ACTS,
            call: async (input, during) => {
              const body = readFlowInput(flow, input)
              await limiter.count(head, request.ip)
              const run = await predictions.start({ flow: head, body, asker: ASKER })
              return answerOf(run, { ...during, asker: ASKER })
            },
          },
        ],
      }
    }
  }
}

/** A token is in the hands of a program. A page that has one was given it by its maker, and its origin is listed. */
export function refuseOtherPages(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { mcpOrigins, corsOrigins }: Pick<Config, 'mcpOrigins' | 'corsOrigins'>,
): void {
  const { origin, host } = headers
  if (origin === undefined || isSameHost(origin, host)) return
  const listed = new Set([...mcpOrigins, ...corsOrigins])
  if (listed.has(origin) || listed.has('*')) return
  throw new AppError('forbidden', undefined, {
    message: "Pages of this site can't use this server over MCP. The operator can add the site to MCP_CORS_ORIGINS.",
  })
}

function shownToken({ headers }: FastifyRequest): string {
  const shown = readAuthorization(headers.authorization)
  return shown?.kind === 'key' ? shown.key : ''
}
