import { AppError } from '@chatwright/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../ground/config/config.ts'
import { rightsOf } from '../../flows/flow-access/caller-rights.ts'
import { checkKey } from '../../flows/flow-access/flow-gate.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { type Caller, isOperator } from '../../door/http/caller.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { askingTools } from './asking-tools.ts'
import { buildingTools, triedDraft, type BuildingDependencies } from './building-tools.ts'
import { refuseOtherPages } from './flow-door.ts'
import type { McpOffer } from './mcp-offer.ts'

export interface ServerDoorDependencies extends BuildingDependencies {
  library: FlowLibrary
  predictions: Pick<PredictionService, 'start'>
  limiter: RateLimiter
  config: Pick<Config, 'mcpOrigins' | 'corsOrigins'>
}

/** Lets in who shows an API key or runs the server, and says what there is for them. */
export type ServerDoor = (caller: Caller, request: FastifyRequest) => () => Promise<McpOffer>

export function createServerDoor(dependencies: ServerDoorDependencies): ServerDoor {
  const { library, predictions, limiter, config } = dependencies
  return (caller, request) => {
    refuseOtherPages(request, config)
    const operates = isOperator(caller)
    if (!operates && caller.kind !== 'api-key') {
      if (caller.kind === 'anonymous') caller.noteWrongKey?.()
      throw new AppError('unauthorized', undefined, {
        message: 'This needs an API key: send it as "Authorization: Bearer <key>".',
      })
    }
    return async () => ({
      title: 'Chatwright',
      instructions: operates ? FOR_BUILDERS : FOR_OTHERS,
      tools: [
        ...askingTools({
          library,
          predictions,
          rights: rightsOf(caller),
          async admit(flowId) {
            const flow = await library.head(flowId)
            if (!operates) checkKey(flow, caller)
            return flow
          },
          ...(operates && { draftOf: (flow, draft) => triedDraft(dependencies, flow, draft) }),
          count: (flow) => limiter.count(flow, request.ip),
        }),
        ...(operates ? buildingTools(dependencies) : []),
      ],
    })
  }
}

const FOR_OTHERS = 'Flows answer questions. Find one with list_flows, and ask it with ask_flow.'
const FOR_BUILDERS = `Flows are drawn of nodes and answer questions. To change one: read_flow, then propose_changes, which gives a draft and
leaves the saved flow alone; check_flow and ask_flow take the draft; read_run shows what happened. save_flow makes it the flow that everybody
asks: do that only when you were told to. Credentials are neither shown nor set here: a person chooses them on the canvas. A draft that
changes code or where data goes runs without secrets, and isn't saved, until a person opens it: give them the address you get.`
