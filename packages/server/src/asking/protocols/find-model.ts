import { AppError } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnerHere, isStranger, keyOf } from '../../door/askers/may.ts'
import { checkKey, type FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { accessOf } from '../../flows/flows/flow-access.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'

export interface ModelDependencies {
  library: Pick<FlowLibrary, 'head' | 'deployed'>
  gates: Pick<FlowGates, 'admit'>
  limiter: RateLimiter
}

interface Entrance {
  asker: Asker
  request: FastifyRequest
  reply: FastifyReply
}

/** Deployed flows as the models of a protocol. */
export interface FlowModels {
  listed(asker: Asker): Promise<FlowHead[]>
  /** The flow that a model's name means to this caller. */
  find(model: string, asker: Asker): Promise<FlowHead | undefined>
  /** The flow of a question: let in and counted as on its own address. */
  enter(model: string, caller: Entrance): Promise<FlowHead>
}

export function createFlowModels({ library, gates, limiter }: ModelDependencies): FlowModels {
  const deployedUnder = async (id: string): Promise<FlowHead | undefined> => {
    try {
      const head = await library.head(id)
      return head.deployed === 1 ? head : undefined
    } catch (error) {
      if (error instanceof AppError && error.code === 'chatflow-not-found') return undefined
      throw error
    }
  }

  // An id opens a flow as it does everywhere; a name could be guessed, so it must be one that was told.
  const find = async (model: string, asker: Asker): Promise<FlowHead | undefined> =>
    (await deployedUnder(model)) ?? listedFor(await library.deployed({ name: model }), asker)[0]

  return {
    find,
    listed: async (asker) => listedFor(await library.deployed(isStranger(asker) ? { isPublic: true } : {}), asker),
    async enter(model, { asker, request, reply }) {
      const found = await find(model, asker)
      if (!found) throw unknownModel(model)
      const flow = await gates.admit({ flowId: found.id, asker, request, reply })
      await limiter.count(flow, request.ip)
      return flow
    },
  }
}

export function unknownModel(model: string): AppError {
  return new AppError('chatflow-not-found', { id: model }, { message: `There is no deployed flow "${model}".` })
}

function listedFor(flows: readonly FlowHead[], asker: Asker): FlowHead[] {
  return isOwnerHere(asker) ? [...flows] : flows.filter((flow) => isListedFor(flow, asker))
}

/** A list tells ids, and whoever has the id of an open flow can ask it: strangers are told of public ones only. */
function isListedFor(flow: FlowHead, asker: Asker): boolean {
  if (keyOf(asker) === undefined) return flow.is_public === 1 && accessOf(flow) === 'open'
  try {
    checkKey(flow, asker)
    return true
  } catch {
    return false
  }
}
