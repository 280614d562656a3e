import type { Session } from '@chatwright/core'
import { createBuilder } from './build.ts'
import { isNodeValue } from './instrument.ts'
import type { Plan } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'
import { startRun } from './start-run.ts'

/** Lets every memory of a flow forget conversations, wherever it keeps them. */
export async function clearMemories(plan: Plan, sessions: readonly Session[], effects: Effects): Promise<void> {
  const steps = plan.steps.filter(({ definition }) => definition.baseClasses.includes('BaseMemory'))
  const [first] = sessions
  if (steps.length === 0 || !first) return
  const request: RunRequest = { runId: 'clear', session: first, question: '', signal: new AbortController().signal }
  const builder = await createBuilder(plan, request, { run: startRun(request, effects, () => {}), effects })
  for (const { index } of steps) {
    const value = await builder.build(index)
    if (!isNodeValue(value) || value.kind !== 'memory') continue
    for (const session of sessions) await value.clear(session)
  }
}
