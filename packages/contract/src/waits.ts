import { WAIT_KINDS } from '@chatwright/core'
import { z } from 'zod'
import { Id, IdParams, IsoDate, PageQuery, pageOf, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Waits'

const WaitCall = z.object({
  id: z.string(),
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** Only shown: it needs no approval. */
  isFree: z.literal(true).optional(),
})

const WaitField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'options']),
  options: z.array(z.string()).readonly().optional(),
  isRequired: z.literal(true).optional(),
})

/** What a person is asked: words, buttons, and what may come with the decision. */
export const AskedQuestion = z.object({
  kind: z.enum(WAIT_KINDS),
  text: z.string(),
  buttons: z.array(z.object({ type: z.string(), label: z.string() })).readonly(),
  takesFeedback: z.boolean(),
  /** Arguments of calls are shown, and cannot be changed. */
  isButtonsOnly: z.boolean(),
  calls: z.array(WaitCall).readonly(),
  fields: z.array(WaitField).readonly(),
})
export type AskedQuestion = z.infer<typeof AskedQuestion>

/** What somebody decides. `type` is that of a button. */
export const GivenDecision = z.strictObject({
  type: text(50).min(1),
  feedback: text(100_000).optional(),
  /** What is said of single calls, by their id; the others go by `type`. */
  calls: z
    .record(
      text(300),
      z.strictObject({
        type: z.enum(['proceed', 'reject']),
        /** Other arguments than the model wrote. */
        input: z.record(z.string(), z.unknown()).optional(),
        feedback: text(100_000).optional(),
      }),
    )
    .optional(),
  /** What was filled in, by the names of the fields. */
  form: z.record(text(300), z.unknown()).optional(),
  /** What came of a call that nobody knows of. */
  result: z.unknown().optional(),
})
export type GivenDecision = z.infer<typeof GivenDecision>

export const Wait = z.object({
  id: z.string(),
  executionId: z.string(),
  chatflowId: z.string(),
  chatflowName: z.string(),
  chatId: z.string(),
  nodeId: z.string(),
  /** The step, as its author named it. */
  label: z.string(),
  question: AskedQuestion,
  createdDate: IsoDate,
  /** When it decides itself. */
  wakeDate: IsoDate.nullable(),
  /** When its run ends where nobody has decided; null for one that waits for as long as it takes. */
  endDate: IsoDate.nullable(),
  /** Started before waits had an end. It waits until somebody decides or ends it. */
  isWithoutEnd: z.boolean(),
  /** Lets whoever has it decide, without a login: once, and for a time. Null where nobody decides. */
  link: z.string().nullable(),
})
export type Wait = z.infer<typeof Wait>

export const WaitQuery = PageQuery.extend({
  chatflowId: Id.optional(),
  executionId: Id.optional(),
  /** Those alone that started before waits had an end. */
  withoutEnd: z.literal('true').optional(),
})
export type WaitQuery = z.infer<typeof WaitQuery>

/** `gone-on`: the run goes on now. `kept`: it does when its other steps have come to rest. */
const Decided = z.object({ status: z.enum(['gone-on', 'kept']) })

const undecidable = [
  'wait-not-found',
  'wait-decided',
  'wait-over',
  'decision-invalid',
  'decision-refused',
  'overloaded',
] as const

export const listWaits = defineRoute({
  method: 'GET',
  path: '/waits',
  access: 'owner',
  right: 'run.decide',
  tag,
  summary: 'List the decisions that runs wait for, newest first.',
  query: WaitQuery,
  response: pageOf(Wait),
})

export const decideWait = defineRoute({
  method: 'POST',
  path: '/waits/:id/decision',
  access: 'owner',
  right: 'run.decide',
  tag,
  summary: 'Submit a decision. The run continues in the background.',
  params: IdParams,
  body: GivenDecision,
  response: Decided,
  errors: undecidable,
})

export const cancelWait = defineRoute({
  method: 'POST',
  path: '/waits/:id/cancel',
  access: 'owner',
  right: 'run.decide',
  tag,
  summary: 'End a waiting run and everything it waits for.',
  params: IdParams,
  response: z.object({ status: z.literal('cancelled') }),
  errors: ['wait-not-found', 'wait-over'],
})

const TokenParams = z.strictObject({ token: text(1100).min(1) })

/** What a reviewer sees of a wait: what is to be decided, and nothing of the conversation or the flow. */
export const Review = z.object({
  /** `coming`: nothing is asked yet. `over`: the run has ended without it. */
  status: z.enum(['coming', 'waiting', 'decided', 'over']),
  chatflowName: z.string().nullable(),
  label: z.string().nullable(),
  question: AskedQuestion.nullable(),
  createdDate: IsoDate.nullable(),
  wakeDate: IsoDate.nullable(),
  expiresDate: IsoDate,
})
export type Review = z.infer<typeof Review>

export const getReview = defineRoute({
  method: 'GET',
  path: '/reviews/:token',
  access: 'public',
  tag,
  summary: 'Get the question behind a signed link.',
  params: TokenParams,
  response: Review,
  errors: ['link-invalid', 'link-expired', 'link-refused'],
})

export const decideReview = defineRoute({
  method: 'POST',
  path: '/reviews/:token',
  access: 'public',
  tag,
  summary: 'Submit a decision by a signed link, once.',
  params: TokenParams,
  body: GivenDecision,
  response: Decided,
  errors: ['link-invalid', 'link-expired', 'link-refused', ...undecidable],
})
