import type { NodeContext, Session } from '@chatwright/core'
import { clearMemories, FlowError, toFault } from '@chatwright/engine'
import { faultError } from '../predictions/answer.ts'
import type { FlowLibrary } from '../runs/flow-library.ts'
import { createEffects, type Platform } from '../runs/node-context.ts'

/** Asks the memories of a flow to forget: some keep conversations outside this database. */
export function createForgetSessions({
  library,
  platform,
  flows,
}: {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
}) {
  return async (flowId: string, sessions: readonly Session[]): Promise<void> => {
    const flow = await library.prepare(await library.head(flowId))
    if (!flow.memory || sessions.length === 0) return
    try {
      const plan = await library.plan(flow)
      await clearMemories(plan, sessions, createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows }))
    } catch (error) {
      // A drawing that cannot run has remembered nothing since; its messages can still be deleted.
      if (error instanceof FlowError) return
      throw faultError(toFault(error))
    }
  }
}
