import type { NodeContext, Session } from '@chatwright/core'
import { clearMemories, FlowError, forgetExchanges, toFault, type Effects, type Plan } from '@chatwright/engine'
import { faultError } from '../predictions/answer.ts'
import type { FlowLibrary } from '../runs/flow-library.ts'
import { createEffects, type Platform } from '../runs/node-context.ts'
import type { Exchange } from './replaced-turns.ts'

export interface ForgettingDependencies {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
}

/** Asks the memories of a flow to forget: some keep conversations outside this database. */
export function createForgetSessions(dependencies: ForgettingDependencies) {
  return (flowId: string, sessions: readonly Session[]): Promise<void> =>
    sessions.length === 0
      ? Promise.resolve()
      : withMemories(dependencies, flowId, (plan, effects) => clearMemories(plan, sessions, effects))
}

export type ForgetExchanges = (session: Session, exchanges: readonly Exchange[]) => Promise<void>

/** The same for exchanges that are asked again, so that no memory tells the model of both. */
export function createForgetExchanges(dependencies: ForgettingDependencies): ForgetExchanges {
  return (session, exchanges) =>
    exchanges.length === 0
      ? Promise.resolve()
      : withMemories(dependencies, session.flowId, (plan, effects) =>
          forgetExchanges(plan, { session, exchanges }, effects),
        )
}

async function withMemories(
  { library, platform, flows }: ForgettingDependencies,
  flowId: string,
  work: (plan: Plan, effects: Effects) => Promise<void>,
): Promise<void> {
  const flow = await library.prepare(await library.head(flowId))
  if (!flow.memory) return
  try {
    const plan = await library.plan(flow)
    await work(plan, createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows }))
  } catch (error) {
    // A drawing that cannot run has remembered nothing since; its messages can still be deleted.
    if (error instanceof FlowError) return
    throw faultError(toFault(error))
  }
}
