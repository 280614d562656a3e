import { z } from 'zod'
import { PublishingGate } from './chatflows.ts'
import { IdParams, IsoDate } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Chat flows'

/** What the newest version does to answers that were recorded, as far as the record can tell. Nobody is asked for it. */
export const DryReplay = z.object({
  /** `off`: answers of this flow are not recorded. `none`: no version of it was replayed yet. */
  state: z.enum(['off', 'none', 'running', 'done', 'failed']),
  /** Why it failed. */
  reason: z.string().nullable(),
  /** The version that was replayed. */
  version: z.number().int().nullable(),
  endedDate: IsoDate.nullable(),
  /** How many recorded answers were replayed. */
  total: z.number().int(),
  same: z.number().int(),
  different: z.number().int(),
  /** Those that come to a call that was never made. */
  open: z.number().int(),
  /** Where they come to it, most of them first. */
  reached: z.array(z.object({ nodeId: z.string().nullable(), label: z.string().nullable(), count: z.number().int() })),
  /** About what it costs to know, in millionths of a dollar. */
  priceMicro: z.number(),
  unpriced: z.array(z.string()),
  /** All but those that are the same. */
  items: z.array(
    z.object({
      runId: z.string(),
      /** Of an agent flow: the first of the runs that go on from each other. */
      executionId: z.string().nullable(),
      question: z.string(),
      verdict: z.enum(['different', 'open']),
      label: z.string().nullable(),
      priceMicro: z.number().nullable(),
    }),
  ),
  /** Cases of the flow's sets of tests of which everything was recorded, run without asking anybody. */
  tests: z.object({
    total: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    /** Those that come to a call that was never made, or have nothing that says what is right. */
    unproved: z.number().int(),
    /** All but those that passed. */
    items: z.array(
      z.object({
        setId: z.string(),
        caseId: z.string(),
        name: z.string(),
        verdict: z.enum(['failed', 'unproved']),
        /** Where it comes to a call that was never made, or why its run failed. */
        said: z.string().nullable(),
      }),
    ),
  }),
  gate: PublishingGate,
  liveVersion: z.number().int(),
  /** Whether the gate keeps the newest version from answering. */
  isHeld: z.boolean(),
})
export type DryReplay = z.infer<typeof DryReplay>

export const getDryReplay = defineRoute({
  method: 'GET',
  path: '/chatflows/:id/dry-replay',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get what the newest version changes in recorded answers and tests, without calling models.',
  params: IdParams,
  response: DryReplay,
  errors: ['chatflow-not-found'],
})

export const startDryReplay = defineRoute({
  method: 'POST',
  path: '/chatflows/:id/dry-replay',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: "Replay a flow's recorded answers with its newest version.",
  params: IdParams,
  response: DryReplay,
  status: 202,
  errors: ['chatflow-not-found'],
})
