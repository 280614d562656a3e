import type { NodeContext, RunEvent, UpsertResult, UpsertWatch } from '@chatwright/core'
import { buildValue, toFault } from '@chatwright/engine'
import { z } from 'zod'
import type { KnownSecrets } from '../../../parts/credentials/known-secrets.ts'
import type { FlowLibrary } from '../../../flows/flows/flow-library.ts'
import { createEffects, type Platform } from '../node-context.ts'
import { ranBy, record, text } from '../job-fields.ts'
import type { RunJob } from '../run-job.ts'
import type { JobRule, RunEnd, Work } from './job-kind.ts'

/** Loading a flow's documents into its vector store. Plain JSON. */
export const loadShape = z.object({
  kind: z.literal('load'),
  ...ranBy,
  overrides: record<RunJob['overrides']>(),
  /** The store to load, where a flow has several. */
  nodeId: text.exactOptional(),
  /** Needs no reader: it goes on when whoever started it leaves, and when its process ends. */
  isBackground: z.boolean(),
})
export type LoadJob = z.infer<typeof loadShape>

export const loadRule: JobRule<LoadJob> = {
  unreadMs: ({ isBackground }) => (isBackground ? Infinity : 0),
  maxAttempts: 3,
  poisonous: {
    code: 'internal',
    message: 'Loading these documents ended the process that did it, three times in a row.',
    hint: 'Load fewer at a time to find the one it stumbles over, and look at the log of the server or worker.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before the documents were loaded.',
    hint: 'Load them again: what is stored already is not stored twice.',
    isRetryable: true,
  },
  isUse: true,
  suggestsFor: () => undefined,
  messageId: () => undefined,
  // A passage has one id however often it is stored, so nothing is done twice.
  mayGoOn: () => true,
}

export interface LoadDependencies {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
  secrets: Pick<KnownSecrets, 'hide'>
}

export function createLoadWork({ library, platform, flows, secrets }: LoadDependencies): Work<LoadJob, 'vector-store'> {
  return async (job, { planned, signal, log, clock, checkpoint }) => {
    const startedAt = clock()
    const { runId } = job
    const tell = (event: RunEvent): void => log.append(secrets.hide(event))
    const end = (rest: Pick<RunEnd, 'status' | 'fault' | 'usage'>): RunEnd =>
      secrets.hide({ type: 'run-end', runId, at: clock(), durationMs: clock() - startedAt, ...rest })
    try {
      const { flow, plan } = planned ?? (await library.planned(job, wantedOf(job)))
      const stored = storedBefore(log.events)
      tell({ type: 'run-start', runId, at: startedAt, endingNodeId: '' })
      const { value, run, usage } = await buildValue(
        plan,
        {
          runId,
          session: job.session,
          question: '',
          overrides: { nodes: new Map(Object.entries(job.overrides.nodes)), variables: job.overrides.variables },
          signal,
        },
        { effects: createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows }), emit: tell },
      )
      const result: UpsertResult = await value.upsert(run, {
        onProgress: (progress) => tell({ type: 'progress', ...progress }),
        stored,
        async onStored(ids) {
          tell({ type: 'documents-stored', ...ids })
          await checkpoint()
        },
      })
      tell({ type: 'documents-loaded', result })
      const used = usage()
      return end({ status: 'done', ...(used && { usage: used }) })
    } catch (error) {
      return signal.aborted ? end({ status: 'cancelled' }) : end({ status: 'failed', fault: toFault(error) })
    }
  }
}

/** What a load wants of its flow. */
export function wantedOf({ nodeId }: Pick<LoadJob, 'nodeId'>) {
  return { want: 'vector-store' as const, ...(nodeId !== undefined && { nodeId }) }
}

function storedBefore(events: readonly RunEvent[]): NonNullable<UpsertWatch['stored']> {
  const stored = new Map<string, 'added' | 'updated'>()
  for (const event of events) {
    if (event.type !== 'documents-stored') continue
    for (const id of event.added) stored.set(id, 'added')
    for (const id of event.updated) stored.set(id, 'updated')
  }
  return stored
}
