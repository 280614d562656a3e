import { z } from 'zod'

const nothing = z.undefined()
const named = z.object({ id: z.string() })
const byName = z.object({ name: z.string() })
const usedBy = z.object({ flows: z.array(z.object({ id: z.string(), name: z.string() })) })

const fault = z
  .object({
    nodeId: z.string(),
    nodeLabel: z.string(),
    field: z.string(),
    hint: z.string(),
    code: z.string(),
  })
  .partial()

/** Every error a client can meet: its status, a sentence for people, and the shape of its details. */
export const errorTable = {
  'invalid-request': {
    status: 400,
    message: 'The request is not valid.',
    details: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  unauthorized: { status: 401, message: 'Sign in first: username and password, or an API key.', details: nothing },
  forbidden: { status: 403, message: 'You may not do this.', details: nothing },
  'not-found': { status: 404, message: 'There is nothing at this address.', details: nothing },
  'method-not-allowed': { status: 405, message: 'This address does not take that method.', details: nothing },
  'cheaper-model-elsewhere': {
    status: 400,
    message:
      'The cheaper model comes from another provider than every model of these flows, so they cannot ask it. Choose one of their own provider.',
    details: z.object({
      field: z.string(),
      model: z.string(),
      flows: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  'chatflow-not-found': { status: 404, message: 'There is no flow with this id.', details: named },
  'version-not-found': {
    status: 404,
    message: 'This version of the flow is no longer stored.',
    details: z.object({ id: z.string(), version: z.number() }),
  },
  'chatflow-changed': {
    status: 409,
    message: 'The flow was saved by someone else in the meantime.',
    details: z.object({ version: z.number() }),
  },
  'flow-data-invalid': {
    status: 400,
    message: 'The flow data is not a flow.',
    details: z.object({ reason: z.string() }),
  },
  'database-file-invalid': {
    status: 400,
    message: 'The file is not a database export.',
    details: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  'api-key-not-found': { status: 404, message: 'There is no API key with this id.', details: named },
  'api-key-in-use': {
    status: 409,
    message: 'Chat flows demand this API key. Deleting it closes them to everybody until they get another one.',
    details: usedBy,
  },
  'no-login': { status: 409, message: 'This server has no login.', details: nothing },
  'sign-in-not-found': { status: 404, message: 'This browser is not signed in any more.', details: named },
  'node-not-found': { status: 404, message: 'The catalogue has no node with this name.', details: byName },
  'icon-not-found': { status: 404, message: 'There is no picture for this name.', details: byName },
  'load-method-not-found': {
    status: 404,
    message: 'This node has no such list to load.',
    details: z.object({ name: z.string(), loadMethod: z.string() }),
  },
  'load-method-failed': {
    status: 422,
    message: 'The list could not be loaded.',
    details: z.object({ code: z.string(), hint: z.string().optional() }),
  },
  'credential-kind-not-found': {
    status: 404,
    message: 'The catalogue has no credential of this kind.',
    details: byName,
  },
  'credential-not-found': { status: 404, message: 'There is no credential with this id.', details: named },
  'credential-in-use': {
    status: 409,
    message: 'This credential is in use. What uses it stops working without it.',
    details: usedBy,
  },
  'credential-refused': {
    status: 403,
    message: 'This credential may not be used here.',
    details: z.object({ id: z.string(), reason: z.string() }),
  },
  'credential-unreadable': {
    status: 409,
    message: 'This credential cannot be decrypted with the secret key of this server. Enter its values again.',
    details: named,
  },
  'tool-not-found': { status: 404, message: 'There is no tool with this id.', details: named },
  'tool-in-use': { status: 409, message: 'Chat flows use this tool. They stop working without it.', details: usedBy },
  'variable-not-found': { status: 404, message: 'There is no variable with this id.', details: named },
  'variable-name-taken': { status: 409, message: 'There is a variable of this name already.', details: byName },
  'file-not-found': { status: 404, message: 'There is no file with this id.', details: named },
  'template-not-found': { status: 404, message: 'There is no template with this id.', details: named },
  'message-not-found': { status: 404, message: 'There is no such message in this chat.', details: named },
  'feedback-not-found': { status: 404, message: 'There is no feedback with this id.', details: named },
  'knowledge-not-found': { status: 404, message: 'There is no store of documents with this id.', details: named },
  'knowledge-source-not-found': { status: 404, message: 'The store has no source with this id.', details: named },
  'knowledge-in-use': {
    status: 409,
    message: 'Chat flows search this store. They find nothing without it.',
    details: usedBy,
  },
  'knowledge-loading': {
    status: 409,
    message: 'Documents of this store are being loaded. Wait until that is done, or stop it first.',
    details: z.object({ jobId: z.string() }),
  },
  'search-test-not-found': { status: 404, message: 'The store has no test with this id.', details: named },
  'passage-not-found': { status: 404, message: 'The store has no passage with this id.', details: named },
  'passage-changed': {
    status: 409,
    message:
      'Someone else changed this passage while you had it open. Your changes are not saved: copy them, close, and open the passage again.',
    details: z.object({ pageContent: z.string() }),
  },
  'knowledge-changed': {
    status: 409,
    message:
      'Someone else changed the settings of this store while you had them open. Your changes are not saved: copy them, close, and open the settings again.',
    details: z.object({ revision: z.string() }),
  },
  'knowledge-source-changed': {
    status: 409,
    message:
      'Someone else changed or deleted this source while you had it open. Your changes are not saved: copy them, close, and open the source again.',
    details: z.object({ revision: z.string().nullable() }),
  },
  'job-not-found': { status: 404, message: 'There is no job with this id.', details: named },
  'run-not-found': { status: 404, message: 'There is no run with this id.', details: named },
  'call-not-found': { status: 404, message: 'This run has no such call, or it is not kept any more.', details: named },
  'run-not-recorded': {
    status: 409,
    message:
      'What this run was asked and came to is not kept: its flow was not recorded, it is still under way, or it is too old.',
    details: named,
  },
  'comparison-not-found': { status: 404, message: 'There is no comparison with this id.', details: named },
  'test-set-not-found': { status: 404, message: 'There is no set of tests with this id.', details: named },
  'test-set-exists': { status: 409, message: 'The flow has a set of tests of this name already.', details: byName },
  'test-set-full': {
    status: 409,
    message: 'The set of tests is full. Make another one.',
    details: z.object({ most: z.number() }),
  },
  'test-case-changed': {
    status: 409,
    message: 'The test was changed while it ran, so nothing of that run is kept. Run it again.',
    details: named,
  },
  'test-case-not-found': { status: 404, message: 'The set of tests has no case with this id.', details: named },
  'execution-not-found': { status: 404, message: 'There is no execution with this id.', details: named },
  'execution-running': {
    status: 409,
    message: 'This execution is under way. Wait until it has come to rest, or stop it first.',
    details: named,
  },
  'step-not-found': {
    status: 404,
    message: 'This execution has no such step.',
    details: z.object({ id: z.string(), path: z.string() }),
  },
  'step-not-retryable': {
    status: 409,
    message: 'Only a step that has ended can be done again. One that waits is decided.',
    details: z.object({ id: z.string(), path: z.string() }),
  },
  'retry-writes': {
    status: 409,
    message: 'Some of these steps act on the world, and would do so a second time. Send isSure to do it.',
    details: z.object({ id: z.string(), steps: z.array(z.string()) }),
  },
  'answer-not-continuable': {
    status: 409,
    message: 'Only the last answer of a chat that broke off after its first words can be gone on with.',
    details: named,
  },
  'wait-not-found': { status: 404, message: 'Nothing waits for a decision here.', details: named },
  'wait-decided': { status: 409, message: 'Somebody has decided this already.', details: named },
  'wait-over': {
    status: 409,
    message: 'The run that asked for this has ended. Nothing can be decided any more.',
    details: named,
  },
  'decision-invalid': {
    status: 400,
    message: 'This cannot be decided so.',
    details: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  'decision-refused': {
    status: 403,
    message: 'Only a reviewer or the owner can decide this.',
    details: z.object({ id: z.string(), reason: z.enum(['outside-chat', 'reviewers', 'buttons']) }),
  },
  'link-invalid': { status: 404, message: 'This link is not valid. Copy it again, whole.', details: nothing },
  'share-ended': {
    status: 410,
    message: 'This link has ended. Ask the sender for a new one.',
    details: nothing,
  },
  'link-expired': {
    status: 410,
    message: 'This link has expired. Ask whoever sent it for a new one.',
    details: nothing,
  },
  'link-refused': {
    status: 403,
    message: 'This link is for people who may write in its channel. Ask the owner to be let in.',
    details: nothing,
  },
  'schedule-unusable': { status: 409, message: 'This flow has no schedule that could run.', details: nothing },
  'mcp-off': {
    status: 404,
    message: 'This flow is not offered as an MCP server. Its owner can switch that on under "API and share".',
    details: named,
  },
  'webhook-not-found': {
    status: 404,
    message: 'This flow does not begin with a webhook. Choose Webhook in its Start step, and save it.',
    details: named,
  },
  'webhook-paused': {
    status: 503,
    message: 'This webhook is paused. Send it again later.',
    details: z.object({ retryAfterSeconds: z.number() }),
  },
  'trigger-not-found': { status: 404, message: 'There is no such trigger.', details: named },
  'too-many-triggers': {
    status: 409,
    message: 'This flow has as many triggers as it can have. Delete one that nobody needs.',
    details: z.object({ most: z.number() }),
  },
  'notice-not-found': { status: 404, message: 'There is no such notice.', details: named },
  'mail-not-set': {
    status: 409,
    message: 'This server cannot send email yet. Set SMTP_URL and MAIL_FROM, and start it again.',
    details: nothing,
  },
  'too-many-notices': {
    status: 409,
    message: 'This flow tells as many addresses as it can. Delete one that nobody needs.',
    details: z.object({ most: z.number() }),
  },
  'test-closed': {
    status: 404,
    message: 'The test address of this webhook is closed. Open it under Triggers, and send it again.',
    details: nothing,
  },
  'signature-invalid': {
    status: 401,
    message: 'The signature is missing, or was not made with the secret of this webhook.',
    details: nothing,
  },
  'signature-expired': {
    status: 401,
    message: 'The signed time is missing, too old, or still to come.',
    details: nothing,
  },
  'delivery-reused': {
    status: 409,
    message: 'A delivery with this id came before, with other contents.',
    details: named,
  },
  'mcp-server-not-found': { status: 404, message: 'There is no MCP server with this id.', details: named },
  'mcp-server-failed': { status: 422, message: 'The MCP server did not answer as it should.', details: nothing },
  'delivery-sent': { status: 409, message: 'There is nothing left to send of this delivery.', details: named },
  'channel-not-found': { status: 404, message: 'There is no channel with this id.', details: named },
  'channel-unconnected': { status: 422, message: 'The channel could not be connected.', details: nothing },
  'delivery-not-found': { status: 404, message: 'This delivery is not kept.', details: named },
  'decision-kept': {
    status: 202,
    message: 'The decision is kept. The run goes on with it when its other steps have come to rest.',
    details: named,
  },
  'run-gone': {
    status: 410,
    message: 'This stream can no longer be continued. Read the conversation instead.',
    details: nothing,
  },
  'recording-unusable': {
    status: 422,
    message: 'Nothing was understood in the recording. Speak closer to the microphone and try again.',
    details: nothing,
  },
  'speech-off': { status: 422, message: 'The answers of this flow are not spoken.', details: nothing },
  'flow-invalid': { status: 422, message: 'The flow cannot run as it is drawn.', details: fault },
  'node-failed': { status: 422, message: 'A node of the flow could not do its work.', details: fault },
  'provider-failed': { status: 502, message: 'A service the flow relies on did not answer.', details: fault },
  'provider-rate-limit': {
    status: 429,
    message: 'A service the flow relies on asks to come back later.',
    details: fault.extend({ retryAfterSeconds: z.number() }),
  },
  'provider-overloaded': {
    status: 503,
    message: 'A service the flow relies on has more to do than it can.',
    details: fault.extend({ retryAfterSeconds: z.number() }),
  },
  'run-cancelled': { status: 409, message: 'The answer was stopped.', details: z.object({ text: z.string() }) },
  'run-interrupted': {
    status: 503,
    message: 'The server ended before the answer was whole. Ask again.',
    details: z.object({ text: z.string() }),
  },
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Choose a new one.',
    details: nothing,
  },
  'request-timeout': { status: 408, message: 'The request took too long to arrive.', details: nothing },
  'headers-too-large': { status: 431, message: 'The headers are larger than this server accepts.', details: nothing },
  'payload-too-large': { status: 413, message: 'The request is larger than this server accepts.', details: nothing },
  'unsupported-media-type': { status: 415, message: 'This server does not read that content type.', details: nothing },
  'too-many-requests': {
    status: 429,
    message: 'Too many requests. Wait a moment and try again.',
    details: z.object({ retryAfterSeconds: z.number() }).optional(),
  },
  internal: { status: 500, message: 'Something went wrong on the server.', details: nothing },
  'database-unavailable': {
    status: 503,
    message: 'The database does not answer right now. Nothing was changed; try again shortly.',
    details: nothing,
  },
  'storage-full': {
    status: 507,
    message: 'The disk is full. Nothing was changed; free some space and try again.',
    details: nothing,
  },
  'queue-full': {
    status: 503,
    message: 'Too many questions are waiting already. Try again in a moment.',
    details: z.object({ retryAfterSeconds: z.number() }),
  },
  overloaded: {
    status: 503,
    message: 'The server is answering as many questions as it can. Try again in a moment.',
    details: nothing,
  },
  'shutting-down': { status: 503, message: 'The server is restarting. Try again in a moment.', details: nothing },
} as const satisfies Record<string, { status: number; message: string; details: z.ZodType }>

export type ErrorCode = keyof typeof errorTable
export type ErrorDetails<Code extends ErrorCode> = z.infer<(typeof errorTable)[Code]['details']>

/**
 * The one shape of every error answer. `error` repeats the message for clients that read only that key; clients of OpenAI
 * read an object there.
 */
export const ErrorBody = z.object({
  error: z.string().or(z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.string() })),
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

type DetailsArgument<Code extends ErrorCode> =
  undefined extends ErrorDetails<Code>
    ? [details?: ErrorDetails<Code>, options?: AppErrorOptions]
    : [details: ErrorDetails<Code>, options?: AppErrorOptions]

interface AppErrorOptions {
  /** A more telling sentence than the table's. */
  message?: string
  cause?: unknown
}

/** Thrown where the fact is known; turned into HTTP once. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError'
  readonly code: Code
  readonly details: ErrorDetails<Code> | undefined

  constructor(code: Code, ...[details, options]: DetailsArgument<Code>) {
    super(
      options?.message ?? errorTable[code].message,
      options?.cause === undefined ? undefined : { cause: options.cause },
    )
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorTable[this.code].status
  }
}
