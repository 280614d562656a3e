import { z } from 'zod'
import { Id, IdParams, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Predictions'

/** Clients make chat ids themselves: a UUID, or a customer's name and a UUID. */
export const ChatId = text(200)
  .min(1)
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'A chat id holds no control characters')

/** In a body it may be a number, as chat platforms count their chats. */
export const ChatIdValue = ChatId.or(z.number().int().transform(String))

const HistoryMessage = z.looseObject({
  message: z.string().optional(),
  type: z.string().max(50).optional(),
  role: z.string().max(50).optional(),
  content: z.string().optional(),
})

const Upload = z.looseObject({
  data: z.string().optional(),
  type: text(50),
  name: text(300),
  mime: text(200).optional(),
})
export type Upload = z.infer<typeof Upload>

/** Loose, because existing clients send keys of their own. */
export const PredictionBody = z.looseObject({
  question: text(4_000_000).optional(),
  form: z.record(z.string(), z.unknown()).optional(),
  chatId: ChatIdValue.optional(),
  streaming: z
    .boolean()
    .or(z.enum(['true', 'false']).transform((word) => word === 'true'))
    .optional(),
  /** Keep the run going for 30 s after its reader is gone, so that `Last-Event-ID` can bring the rest. */
  resumable: z.boolean().optional(),
  /**
   * The id of a message of this chat, or of its run, that is asked again: its turn and what followed are taken out of the
   * conversation as the new question is kept.
   */
  replaces: Id.optional(),
  /** The id of this chat's last answer, which broke off: the model goes on from there, and the answer takes its place. */
  continue: Id.optional(),
  history: z.array(HistoryMessage).max(2000).optional(),
  overrideConfig: z.record(z.string(), z.unknown()).optional(),
  uploads: z.array(Upload).max(50).optional(),
  /** A kept version that answers instead of the live one. Needs an API key, or a login. */
  version: z.number().int().min(1).optional(),
  leadEmail: text(300).optional(),
  /** The buttons that were shown: a question in the words of one of them decides, as clients of older agent flows send it. */
  action: z
    .looseObject({
      mapping: z.looseObject({ approve: z.string().optional(), reject: z.string().optional() }).optional(),
    })
    .nullish(),
  /** Decides what a run of an agent flow waits for in this chat: at a node, or the newest. */
  humanInput: z
    .looseObject({
      type: text(50),
      startNodeId: z.string().max(300).nullish(),
      feedback: z.string().max(100_000).nullish(),
      /** What is said of single calls, by their id. */
      calls: z
        .record(
          z.string(),
          z.object({
            type: z.enum(['proceed', 'reject']),
            input: z.record(z.string(), z.unknown()).optional(),
            feedback: z.string().max(100_000).optional(),
          }),
        )
        .optional(),
      /** What was filled in, by the names of the fields. */
      form: z.record(z.string(), z.unknown()).optional(),
      /** One of several waits at the same node, by the id of its `action`. */
      id: z.string().max(64).nullish(),
      /** What came of a call that nobody knows of. */
      result: z.unknown().optional(),
    })
    .optional(),
})
export type PredictionBody = z.infer<typeof PredictionBody>

/** What only the owner can say: the drawing that answers, as `flowData`, instead of the saved one. */
export const InternalPredictionBody = PredictionBody.extend({ draft: z.string().optional() })
export type InternalPredictionBody = z.infer<typeof InternalPredictionBody>

const errors = [
  'chatflow-not-found',
  'version-not-found',
  'message-not-found',
  'answer-not-continuable',
  'wait-not-found',
  'wait-decided',
  'wait-over',
  'decision-invalid',
  'decision-refused',
  'decision-kept',
  'unauthorized',
  'forbidden',
  'too-many-requests',
  'recording-unusable',
  'flow-invalid',
  'node-failed',
  'provider-failed',
  'provider-rate-limit',
  'provider-overloaded',
  'run-cancelled',
  'run-interrupted',
  'run-gone',
  'idempotency-key-reused',
  'overloaded',
] as const

export const predict = defineRoute({
  method: 'POST',
  path: '/prediction/:id',
  access: 'flow',
  tag,
  summary:
    'Run a flow. Returns JSON, or server-sent events with `"streaming": true`. `Last-Event-ID` continues a stream.',
  params: IdParams,
  body: PredictionBody,
  consumes: 'json-or-multipart',
  errors,
})

export const predictInternally = defineRoute({
  method: 'POST',
  path: '/internal-prediction/:id',
  access: 'owner',
  right: 'flow.edit',
  isAudited: false,
  way: 'canvas',
  tag,
  summary: 'Run a flow from the canvas, with its trace. `draft` runs an unsaved flow.',
  params: IdParams,
  body: InternalPredictionBody,
  consumes: 'json-or-multipart',
  errors: [...errors, 'flow-data-invalid'],
})

export const resumePrediction = defineRoute({
  method: 'GET',
  path: '/prediction/:id',
  access: 'flow',
  tag,
  summary: 'Continue a stream after the event in `Last-Event-ID`, without calling the model again.',
  params: IdParams,
  produces: 'event-stream',
  errors,
})

export const getStreaming = defineRoute({
  method: 'GET',
  path: '/chatflows-streaming/:id',
  access: 'public',
  tag,
  summary: 'Check whether a flow can stream. Every flow can.',
  params: IdParams,
  response: z.object({ isStreaming: z.boolean() }),
  errors: ['chatflow-not-found', 'forbidden'],
})

const UploadLimit = z.object({ fileTypes: z.array(z.string()), maxUploadSize: z.number() })

export const UploadSettings = z.object({
  isSpeechToTextEnabled: z.boolean(),
  isImageUploadAllowed: z.boolean(),
  isRAGFileUploadAllowed: z.boolean(),
  imgUploadSizeAndTypes: z.array(UploadLimit),
  fileUploadSizeAndTypes: z.array(UploadLimit),
})
export type UploadSettings = z.infer<typeof UploadSettings>

export const getUploadSettings = defineRoute({
  method: 'GET',
  path: '/chatflows-uploads/:id',
  access: 'public',
  tag,
  summary: 'List the file types a flow accepts with a question.',
  params: IdParams,
  response: UploadSettings,
  errors: ['chatflow-not-found', 'unauthorized', 'forbidden'],
})

export const getPublicChatbotConfig = defineRoute({
  method: 'GET',
  path: '/public-chatbotConfig/:id',
  access: 'public',
  tag,
  summary: "Get a flow's settings for a chat widget.",
  params: IdParams,
  response: z.record(z.string(), z.unknown()),
  errors: ['chatflow-not-found', 'forbidden'],
})

export const getPublicChatflow = defineRoute({
  method: 'GET',
  path: '/public-chatflows/:id',
  access: 'public',
  tag,
  summary: "Get a public flow's name and appearance for its chat page.",
  params: IdParams,
  response: z.object({
    id: z.string(),
    name: z.string(),
    isPublic: z.boolean(),
    /** The flow demands a key, so that the page cannot ask it. */
    needsKey: z.boolean(),
    chatbotConfig: z.string().nullable(),
  }),
  errors: ['chatflow-not-found', 'unauthorized', 'forbidden'],
})

/** One input that a request may override. */
export const OverridableInput = z.object({
  node: z.string(),
  nodeId: z.string(),
  label: z.string(),
  name: z.string(),
  type: z.string(),
})
export type OverridableInput = z.infer<typeof OverridableInput>

export const getFlowConfig = defineRoute({
  method: 'GET',
  path: '/flow-config/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List all inputs of a flow that requests could override.',
  params: IdParams,
  response: z.array(OverridableInput),
  errors: ['chatflow-not-found'],
})

export const getNodeConfig = defineRoute({
  method: 'POST',
  path: '/node-config',
  access: 'owner',
  right: 'flow.read',
  isAudited: false,
  tag,
  summary: "List a node's inputs that requests could override.",
  body: z.looseObject({ id: Id.optional(), name: z.string().max(200), label: z.string().max(500).optional() }),
  response: z.array(OverridableInput),
})
