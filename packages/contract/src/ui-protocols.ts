import { z } from 'zod'
import { Id, IdParams, text } from './fields.ts'
import { ArgumentText, CallerTools, FunctionSchema, protocolErrors, ToolName } from './model-protocols.ts'
import { ChatId } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'UI protocols'
const errors = [
  ...protocolErrors,
  'message-not-found',
  'wait-not-found',
  'wait-decided',
  'wait-over',
  'decision-invalid',
  'decision-refused',
  'unsupported-media-type',
  'payload-too-large',
] as const

const UiPart = z.looseObject({
  type: z.string().max(200),
  text: z.string().optional(),
  url: z.string().optional(),
  mediaType: text(200).optional(),
  filename: text(300).optional(),
  state: z.string().max(50).optional(),
  approval: z
    .looseObject({ id: Id, approved: z.boolean().optional(), reason: z.string().max(100_000).optional() })
    .nullish(),
})

/** Loose: front ends send fields of their own along with the messages. */
export const UiStreamBody = z.looseObject({
  /** The conversation, as the front end calls it. */
  id: ChatId,
  messages: z
    .array(
      z.looseObject({
        id: z.string().max(200),
        role: z.enum(['system', 'user', 'assistant']),
        parts: z.array(UiPart).max(2000),
      }),
    )
    .min(1)
    .max(2000),
  trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
  messageId: z.string().max(200).nullish(),
  /** Decides what a run waits for, where that isn't a tool call. */
  decision: z
    .looseObject({
      id: Id,
      type: text(50),
      feedback: z.string().max(100_000).optional(),
      form: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
})
export type UiStreamBody = z.infer<typeof UiStreamBody>

export const streamToUi = defineRoute({
  method: 'POST',
  path: '/ui-stream/:id',
  access: 'flow',
  tag,
  summary: "Run a flow with Vercel's UI message stream, as `useChat` of the AI SDK speaks it.",
  params: IdParams,
  body: UiStreamBody,
  produces: 'event-stream',
  errors,
})

export const resumeUiStream = defineRoute({
  method: 'GET',
  path: '/ui-stream/:id/:chatId/stream',
  access: 'flow',
  tag,
  summary: 'Read the answer that a conversation is waiting for, from its start. 204 when nothing is running.',
  params: z.strictObject({ id: Id, chatId: ChatId }),
  produces: 'event-stream',
  errors,
})

const AgUiPart = z.looseObject({
  type: z.string().max(50),
  text: z.string().optional(),
  source: z
    .looseObject({ type: z.string().max(50), value: z.string().optional(), mimeType: text(200).optional() })
    .optional(),
})

export const AgUiBody = z.looseObject({
  threadId: ChatId,
  runId: z.string().min(1).max(200),
  state: z.unknown(),
  messages: z
    .array(
      z.looseObject({
        id: z.string().max(200),
        role: z.enum(['user', 'assistant', 'system', 'developer', 'tool', 'reasoning', 'activity']),
        content: z.string().or(z.array(AgUiPart)).or(z.record(z.string(), z.unknown())).nullish(),
        toolCallId: z.string().max(200).nullish(),
        toolCalls: z
          .array(
            z.looseObject({
              id: z.string().max(200),
              function: z.looseObject({ name: ToolName, arguments: ArgumentText }),
            }),
          )
          .max(128)
          .nullish(),
      }),
    )
    .max(2000),
  tools: CallerTools(
    z.looseObject({ name: ToolName, description: z.string().max(20_000), parameters: FunctionSchema.nullish() }),
  ),
  context: z.array(z.looseObject({ description: z.string().max(20_000), value: z.string().max(1_000_000) })).max(100),
  forwardedProps: z.unknown(),
  resume: z
    .array(
      z.looseObject({
        interruptId: Id,
        status: z.enum(['resolved', 'cancelled']),
        payload: z.unknown(),
      }),
    )
    .max(100)
    .nullish(),
})
export type AgUiBody = z.infer<typeof AgUiBody>

export const runAgUi = defineRoute({
  method: 'POST',
  path: '/ag-ui/:id',
  access: 'flow',
  tag,
  summary: 'Run a flow as an AG-UI agent, with its tool calls and its approvals as interrupts.',
  params: IdParams,
  body: AgUiBody,
  produces: 'event-stream',
  errors,
})
