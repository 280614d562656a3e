import type { Memory, Session } from '@chatwright/core'
import { createBuilder } from './build.ts'
import { isNodeValue } from './instrument.ts'
import type { Plan } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'
import { startRun } from './start-run.ts'

/** Lets every memory of a flow forget conversations, wherever it keeps them. */
export async function clearMemories(plan: Plan, sessions: readonly Session[], effects: Effects): Promise<void> {
  const [first] = sessions
  if (!first) return
  for (const memory of await buildMemories(plan, first, effects)) {
    for (const session of sessions) await memory.clear(session)
  }
}

/** Takes exchanges of a conversation back, newest first, from memories that keep their own. */
export async function forgetExchanges(
  plan: Plan,
  { session, exchanges }: { session: Session; exchanges: readonly { question: string; answer: string }[] },
  effects: Effects,
): Promise<void> {
  if (exchanges.length === 0) return
  for (const memory of await buildMemories(plan, session, effects)) {
    for (const exchange of exchanges) await memory.forget?.(exchange, session)
  }
}

async function buildMemories(plan: Plan, session: Session, effects: Effects): Promise<Memory[]> {
  const steps = plan.steps.filter(({ definition }) => definition.baseClasses.includes('BaseMemory'))
  if (steps.length === 0) return []
  const request: RunRequest = { runId: 'memory', session, question: '', signal: new AbortController().signal }
  const builder = await createBuilder(plan, request, { run: startRun(request, effects, () => {}), effects })
  const memories: Memory[] = []
  for (const { index } of steps) {
    const value = await builder.build(index)
    if (isNodeValue(value) && value.kind === 'memory') memories.push(value)
  }
  return memories
}
