import { VISITOR, type Memory, type NodeContext, type Session } from '@chatwright/core'
import { buildValues, FlowError, toFault } from '@chatwright/engine'
import { faultError, faultFor } from '../runs/fault-answer.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { createEffects, type Platform } from '../runs/node-context.ts'
import type { Exchange } from '../runs/replaced-turns.ts'

export interface ForgettingDependencies {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
}

/** Asks the memories of a flow to forget: some keep conversations outside this database. */
export function createForgetSessions(dependencies: ForgettingDependencies) {
  return async (flowId: string, sessions: readonly Session[]): Promise<void> => {
    const [first] = sessions
    if (!first) return
    await withMemories(dependencies, { ...first, flowId }, async (memory) => {
      for (const session of sessions) await memory.clear(session)
    }).catch((error: unknown) => {
      // Deleting is the owner's.
      throw faultError(toFault(error))
    })
  }
}

export type ForgetExchanges = (session: Session, exchanges: readonly Exchange[]) => Promise<void>

/** The same for exchanges that are asked again, so that no memory tells the model of both. */
export function createForgetExchanges(dependencies: ForgettingDependencies): ForgetExchanges {
  return (session, exchanges) =>
    exchanges.length === 0
      ? Promise.resolve()
      : withMemories(dependencies, session, async (memory) => {
          for (const exchange of exchanges) await memory.forget?.(exchange, session)
        }).catch((error: unknown) => {
          throw faultError(faultFor(VISITOR, toFault(error)))
        })
}

async function withMemories(
  { library, platform, flows }: ForgettingDependencies,
  session: Session,
  work: (memory: Memory) => Promise<void>,
): Promise<void> {
  const flow = await library.prepare(await library.head(session.flowId))
  if (!flow.memory) return
  try {
    const plan = await library.plan(flow, { want: 'memory' })
    const asked = { runId: 'memory', session, question: '', signal: new AbortController().signal }
    const effects = createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows })
    const { values } = await buildValues(plan, asked, { effects })
    for (const memory of values) await work(memory)
  } catch (error) {
    // A drawing that cannot run has remembered nothing since; its messages can still be deleted.
    if (error instanceof FlowError) return
    throw error
  }
}
