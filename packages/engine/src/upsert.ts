import type { RunEvent, UpsertProgress, UpsertResult, VectorStore } from '@chatwright/core'
import { createBuilder } from './build.ts'
import { blame } from './fault.ts'
import { isNodeValue } from './instrument.ts'
import type { Plan } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'
import { startRun } from './start-run.ts'

export interface UpsertOptions {
  effects: Effects
  emit?: (event: RunEvent) => void
  onProgress?: (progress: UpsertProgress) => void
}

/** Loads a flow's documents into its vector store, with a plan compiled for `upsert`. */
export async function upsert(plan: Plan, request: RunRequest, options: UpsertOptions): Promise<UpsertResult> {
  const { effects, emit = () => {}, onProgress } = options
  const run = startRun(request, effects, emit)
  request.signal.throwIfAborted()
  const builder = await createBuilder(plan, request, { run, effects })
  await builder.decideBranches()
  const [target] = plan.endings
  const step = plan.steps[target ?? -1]
  if (!step) throw new Error('A plan for upserting has one store')
  return asStore(await builder.build(step.index), step).upsert(run, onProgress)
}

function asStore(value: unknown, { tag }: Plan['steps'][number]): VectorStore {
  if (isNodeValue(value) && value.kind === 'vector-store') return value
  throw blame(new Error(`"${tag.label}" was built, but documents cannot be loaded into what it gives.`), tag)
}
