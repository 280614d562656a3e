import type { FrameOrigins } from '../../door/http/bot-page.ts'
import type { Handler } from '../../door/http/handle.ts'
import type { FlowGate } from '../../door/http/register-routes.ts'
import { createAsking } from './asking.ts'
import { createChats } from './chats.ts'
import { createCommon, type CommonOptions } from './common.ts'
import { createFlows } from './flows.ts'
import type { Group } from './group.ts'
import { createImproving } from './improving.ts'
import { createKnowledge } from './knowledge.ts'
import { createMoney } from './money.ts'
import { createRuns } from './runs.ts'

/** Everything between a question and its answer. */
export interface Running {
  handlers: Handler[]
  takeBackLoads(): Promise<void>
  flowGate: FlowGate
  frameOrigins: FrameOrigins
  /** Rejects when something runs need does not answer. */
  check(): Promise<void>
  drain(): Promise<void>
  close(): Promise<void>
}

export async function createRunning(options: CommonOptions): Promise<Running> {
  const common = await createCommon(options)
  const { library } = common.execution
  const flows = createFlows(common)
  const asking = createAsking(common, flows)
  const knowledge = createKnowledge(common)
  const groups: Group[] = [
    flows,
    createChats(common),
    asking,
    knowledge,
    createImproving(common),
    createMoney(common),
    await createRuns(common, asking),
  ]
  return {
    takeBackLoads: () => knowledge.takeBackLoads(),
    handlers: groups.flatMap(({ handlers }) => handlers),
    flowGate: (call) => common.gates.admit(call),
    async frameOrigins(flowId) {
      const { is_public: isPublic, settings } = await library.head(flowId)
      return isPublic === 1 ? settings.allowedOrigins : []
    },
    check: () => common.check(),
    drain: () => common.runner.drain(),
    async close() {
      for (const group of groups) await group.close?.()
      await common.close()
    },
  }
}
