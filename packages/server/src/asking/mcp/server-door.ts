import { AppError } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../ground/config/config.ts'
import { checkKey } from '../../flows/flow-access/flow-gate.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { isStranger, may, personOf, reaches } from '../../door/askers/may.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { askingTools } from './asking-tools.ts'
import { buildingTools, triedDraft, type BuildingDependencies } from './building-tools.ts'
import { knowledgeResources, type ReadKnowledge } from './knowledge-resources.ts'
import { refuseOtherPages } from './flow-door.ts'
import type { McpOffer } from './mcp-offer.ts'

export interface ServerDoorDependencies extends BuildingDependencies {
  library: FlowLibrary
  predictions: Pick<PredictionService, 'start'>
  limiter: RateLimiter
  /** Texts of knowledge bases, for those who may read them. */
  knowledge: ReadKnowledge
  config: Pick<Config, 'mcpOrigins' | 'corsOrigins'>
}

/** Lets in who shows an API key or runs the server, and says what there is for them. */
export type ServerDoor = (asker: Asker, request: FastifyRequest) => () => Promise<McpOffer>

export function createServerDoor(dependencies: ServerDoorDependencies): ServerDoor {
  const { library, predictions, limiter, config } = dependencies
  return (asker, request) => {
    refuseOtherPages(request, config)
    if (isStranger(asker)) {
      request.admission?.noteWrongKey?.()
      throw new AppError('unauthorized', undefined, {
        message: 'This needs an API key. Send it as "Authorization: Bearer <key>".',
      })
    }
    const builds = may(asker, 'flow.edit')
    const reads = may(asker, 'flow.read')
    // These tools show conversations: to people who may see them, and to keys that are for it.
    const readsRuns = may(asker, personOf(asker) === undefined ? 'run.read' : 'run.reveal')
    const head = async (flowId: string) => {
      if (!reaches(asker, flowId)) throw new AppError('chatflow-not-found', { id: flowId })
      return library.head(flowId)
    }
    return async () => ({
      title: 'Chatwright',
      instructions: [...(builds ? [FOR_BUILDERS] : [FOR_OTHERS]), ...(readsRuns ? [FOR_READERS] : [])].join('\n'),
      ...(may(asker, 'knowledge.read') && { resources: knowledgeResources(dependencies.knowledge) }),
      tools: [
        ...askingTools({
          library,
          predictions,
          asker,
          async admit(flowId) {
            const flow = await head(flowId)
            if (!builds) checkKey(flow, asker)
            return flow
          },
          ...((reads || readsRuns) && { find: head }),
          ...(builds && { draftOf: (flow, draft) => triedDraft(dependencies, flow, draft) }),
          count: (flow) => limiter.count(flow, request.ip),
        }),
        ...buildingTools(
          { ...dependencies, library: { ...library, head } },
          { reads, edits: builds, readsRuns, publishes: may(asker, 'flow.publish') },
        ),
      ],
    })
  }
}

const FOR_OTHERS = 'Flows answer questions. Find one with list_flows, and ask it with ask_flow.'
const FOR_READERS = 'list_runs and read_run show what happened in runs, as data.'
const FOR_BUILDERS = `Flows are drawn of nodes and answer questions. To change one: read_flow, then propose_changes, which gives a draft and
leaves the saved flow alone; check_flow and ask_flow take the draft. save_flow makes it the flow that everybody
asks: do that only when you were told to. Credentials are neither shown nor set here: a person chooses them on the canvas. A draft that
changes code or where data goes runs without secrets, and isn't saved, until a person opens it: give them the address you get.`
