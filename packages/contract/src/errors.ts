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
    message: "The request isn't valid.",
    details: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  unauthorized: {
    status: 401,
    message: 'Sign in first, with a username and password or an API key.',
    details: nothing,
  },
  forbidden: { status: 403, message: "You don't have permission to do this.", details: nothing },
  'not-found': { status: 404, message: "This address doesn't exist.", details: nothing },
  'method-not-allowed': { status: 405, message: "This address doesn't accept that method.", details: nothing },
  'cheaper-model-elsewhere': {
    status: 400,
    message:
      "These flows use other providers, so they can't use this cheaper model. Choose a model from one of their providers.",
    details: z.object({
      field: z.string(),
      model: z.string(),
      flows: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  'chatflow-not-found': { status: 404, message: "This flow doesn't exist.", details: named },
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
    message: "The flow data isn't valid.",
    details: z.object({ reason: z.string() }),
  },
  'database-file-invalid': {
    status: 400,
    message: "The file isn't a database export.",
    details: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  'api-key-not-found': { status: 404, message: "This API key doesn't exist.", details: named },
  'api-key-in-use': {
    status: 409,
    message: 'Flows require this API key. If you delete it, they are closed until you choose another key.',
    details: usedBy,
  },
  'no-login': { status: 409, message: 'This server has no login.', details: nothing },
  'person-not-found': { status: 404, message: "This person doesn't exist.", details: named },
  'login-taken': {
    status: 409,
    message: 'Someone already signs in with this name. Choose a different one.',
    details: z.object({ login: z.string() }),
  },
  'role-too-high': {
    status: 403,
    message: "You can't give or change a role that has more permissions than yours. Ask an owner.",
    details: nothing,
  },
  'own-role': {
    status: 409,
    message: "You can't remove yourself or change your own role. Ask another owner.",
    details: nothing,
  },
  'password-link-ended': {
    status: 410,
    message: 'This link was used or has expired. Ask for a new one.',
    details: nothing,
  },
  'operator-login': {
    status: 409,
    message: 'This login is set where the server is started. Change it there, or run `chatwright reset-login`.',
    details: nothing,
  },
  'password-wrong': { status: 403, message: 'The current password is wrong.', details: nothing },
  'sign-in-not-found': { status: 404, message: 'This browser is no longer signed in.', details: named },
  'node-not-found': { status: 404, message: 'The catalogue has no node with this name.', details: byName },
  'icon-not-found': { status: 404, message: "This image doesn't exist.", details: byName },
  'load-method-not-found': {
    status: 404,
    message: "This node doesn't have that list.",
    details: z.object({ name: z.string(), loadMethod: z.string() }),
  },
  'load-method-failed': {
    status: 422,
    message: "The list couldn't be loaded.",
    details: z.object({ code: z.string(), hint: z.string().optional() }),
  },
  'credential-kind-not-found': {
    status: 404,
    message: 'The catalogue has no credential of this type.',
    details: byName,
  },
  'credential-not-found': { status: 404, message: "This credential doesn't exist.", details: named },
  'credential-in-use': {
    status: 409,
    message: 'This credential is in use. Flows and tools that use it will stop working.',
    details: usedBy,
  },
  'credential-refused': {
    status: 403,
    message: "You can't use this credential here.",
    details: z.object({ id: z.string(), reason: z.string() }),
  },
  'connection-failed': { status: 422, message: "The connection couldn't be made.", details: nothing },
  'credential-unreadable': {
    status: 409,
    message: "This server's encryption key can't decrypt this credential. Enter its values again.",
    details: named,
  },
  'data-table-not-found': { status: 404, message: "This data table doesn't exist.", details: named },
  'data-row-not-found': { status: 404, message: "This row doesn't exist.", details: named },
  'data-row-invalid': { status: 422, message: "The rows don't fit the table's columns.", details: nothing },
  'data-table-name-taken': { status: 409, message: 'A data table with this name already exists.', details: nothing },
  'data-table-full': {
    status: 413,
    message: 'The data table is full. Delete rows first, or use a second table.',
    details: z.object({ rows: z.number(), megabytes: z.number() }),
  },
  'tool-not-found': { status: 404, message: "This tool doesn't exist.", details: named },
  'tool-in-use': { status: 409, message: 'Flows use this tool. They will stop working without it.', details: usedBy },
  'variable-not-found': { status: 404, message: "This variable doesn't exist.", details: named },
  'variable-name-taken': { status: 409, message: 'A variable with this name already exists.', details: byName },
  'file-not-found': { status: 404, message: "This file doesn't exist.", details: named },
  'template-not-found': { status: 404, message: "This template doesn't exist.", details: named },
  'message-not-found': { status: 404, message: "This chat doesn't contain that message.", details: named },
  'feedback-not-found': { status: 404, message: "This feedback doesn't exist.", details: named },
  'knowledge-not-found': { status: 404, message: "This knowledge base doesn't exist.", details: named },
  'knowledge-source-not-found': {
    status: 404,
    message: 'The knowledge base has no source with this ID.',
    details: named,
  },
  'knowledge-in-use': {
    status: 409,
    message: 'Flows search this knowledge base. They will find nothing without it.',
    details: usedBy,
  },
  'knowledge-loading': {
    status: 409,
    message: 'This knowledge base is loading documents. Wait for it, or stop it first.',
    details: z.object({ jobId: z.string() }),
  },
  'search-test-not-found': { status: 404, message: 'The knowledge base has no test with this ID.', details: named },
  'passage-not-found': { status: 404, message: 'The knowledge base has no chunk with this ID.', details: named },
  'passage-changed': {
    status: 409,
    message:
      "Someone else changed this chunk while you had it open, so yours isn't saved. Copy your changes and open the chunk again.",
    details: z.object({ pageContent: z.string() }),
  },
  'knowledge-changed': {
    status: 409,
    message:
      "Someone else changed these settings while you had them open, so yours aren't saved. Copy your changes and open the settings again.",
    details: z.object({ revision: z.string() }),
  },
  'knowledge-source-changed': {
    status: 409,
    message:
      "Someone else changed or deleted this source while you had it open, so yours isn't saved. Copy your changes and open the source again.",
    details: z.object({ revision: z.string().nullable() }),
  },
  'job-not-found': { status: 404, message: "This job doesn't exist.", details: named },
  'run-not-found': { status: 404, message: "This run doesn't exist.", details: named },
  'call-not-found': {
    status: 404,
    message: "This run doesn't have that call, or it is no longer stored.",
    details: named,
  },
  'run-not-recorded': {
    status: 409,
    message:
      "This run has no recording. Its flow wasn't recorded, the run hasn't finished, or the recording has expired.",
    details: named,
  },
  'comparison-not-found': { status: 404, message: "This comparison doesn't exist.", details: named },
  'test-set-not-found': { status: 404, message: "This test set doesn't exist.", details: named },
  'test-set-exists': { status: 409, message: 'The flow already has a test set with this name.', details: byName },
  'test-set-full': {
    status: 409,
    message: 'The test set is full. Create another one.',
    details: z.object({ most: z.number() }),
  },
  'test-case-changed': {
    status: 409,
    message: "The test changed while it ran, so the result isn't saved. Run it again.",
    details: named,
  },
  'test-case-not-found': { status: 404, message: 'The test set has no test case with this ID.', details: named },
  'execution-not-found': { status: 404, message: "This run doesn't exist.", details: named },
  'execution-running': {
    status: 409,
    message: "This run hasn't finished. Wait for it, or stop it first.",
    details: named,
  },
  'step-not-found': {
    status: 404,
    message: "This run doesn't have that step.",
    details: z.object({ id: z.string(), path: z.string() }),
  },
  'step-not-retryable': {
    status: 409,
    message: 'Only a finished step can be retried. A waiting step needs a decision.',
    details: z.object({ id: z.string(), path: z.string() }),
  },
  'retry-writes': {
    status: 409,
    message: 'Some of these steps change other systems and would do so again. Send isSure to confirm.',
    details: z.object({ id: z.string(), steps: z.array(z.string()) }),
  },
  'answer-not-continuable': {
    status: 409,
    message: "Only a chat's last answer can be continued, and only if it was cut off.",
    details: named,
  },
  'wait-not-found': { status: 404, message: 'There is nothing to decide here.', details: named },
  'retention-fixed': {
    status: 409,
    message:
      'An environment variable sets this limit. Change it there, or remove it and restart to set the limit here.',
    details: z.object({ setting: z.string() }),
  },
  'retention-needs-days': {
    status: 400,
    message: 'This type of data needs a limit. Enter a number of days, from 1.',
    details: z.object({ setting: z.string() }),
  },
  'wait-decided': { status: 409, message: 'Someone has already decided this.', details: named },
  'wait-over': {
    status: 409,
    message: 'The run has ended, so there is nothing left to decide.',
    details: named,
  },
  'decision-invalid': {
    status: 400,
    message: "This decision isn't valid.",
    details: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  'decision-refused': {
    status: 403,
    message: 'Only a reviewer or the owner can decide this.',
    details: z.object({ id: z.string(), reason: z.enum(['outside-chat', 'reviewers', 'buttons']) }),
  },
  'link-invalid': { status: 404, message: "This link isn't valid. Copy the whole link again.", details: nothing },
  'share-ended': {
    status: 410,
    message: 'This link has ended. Ask the sender for a new one.',
    details: nothing,
  },
  'link-expired': {
    status: 410,
    message: 'This link has expired. Ask the sender for a new one.',
    details: nothing,
  },
  'link-refused': {
    status: 403,
    message: 'This link is for people who can write in its channel. Ask the owner for access.',
    details: nothing,
  },
  'schedule-unusable': { status: 409, message: 'This flow has no valid schedule.', details: nothing },
  'mcp-off': {
    status: 404,
    message: 'This flow isn\'t available over MCP. The owner can turn it on under "API and share".',
    details: named,
  },
  'webhook-not-found': {
    status: 404,
    message: "This flow doesn't start with a webhook. Choose Webhook in its Start step and save it.",
    details: named,
  },
  'webhook-paused': {
    status: 503,
    message: 'This webhook is paused. Try again later.',
    details: z.object({ retryAfterSeconds: z.number() }),
  },
  'trigger-not-found': { status: 404, message: "This trigger doesn't exist.", details: named },
  'too-many-triggers': {
    status: 409,
    message: 'This flow has the maximum number of triggers. Delete one first.',
    details: z.object({ most: z.number() }),
  },
  'notice-not-found': { status: 404, message: "This notification doesn't exist.", details: named },
  'mail-not-set': {
    status: 409,
    message: "This server can't send email yet. Set SMTP_URL and MAIL_FROM, and restart it.",
    details: nothing,
  },
  'too-many-notices': {
    status: 409,
    message: 'This flow notifies the maximum number of addresses. Delete one first.',
    details: z.object({ most: z.number() }),
  },
  'test-closed': {
    status: 404,
    message: "This webhook's test address is closed. Open it under Triggers and try again.",
    details: nothing,
  },
  'signature-invalid': {
    status: 401,
    message: "The signature is missing or doesn't match this webhook's secret.",
    details: nothing,
  },
  'signature-expired': {
    status: 401,
    message: 'The signed time is missing, too old, or in the future.',
    details: nothing,
  },
  'delivery-reused': {
    status: 409,
    message: 'A delivery with this ID already arrived with other contents.',
    details: named,
  },
  'mcp-server-not-found': { status: 404, message: "This MCP server doesn't exist.", details: named },
  'mcp-server-failed': { status: 422, message: "The MCP server didn't respond correctly.", details: nothing },
  'delivery-sent': { status: 409, message: 'This delivery has nothing left to send.', details: named },
  'channel-not-found': { status: 404, message: "This channel doesn't exist.", details: named },
  'channel-unconnected': { status: 422, message: "The channel couldn't be connected.", details: nothing },
  'delivery-not-found': { status: 404, message: 'This delivery is no longer stored.', details: named },
  'decision-kept': {
    status: 202,
    message: 'The decision is saved. The run continues when its other steps have finished.',
    details: named,
  },
  'run-gone': {
    status: 410,
    message: 'This stream can no longer be continued. Read the conversation instead.',
    details: nothing,
  },
  'recording-unusable': {
    status: 422,
    message: 'No speech was recognized. Speak closer to the microphone and try again.',
    details: nothing,
  },
  'speech-off': { status: 422, message: "This flow doesn't read answers aloud.", details: nothing },
  'flow-invalid': { status: 422, message: "The flow has a problem and can't run.", details: fault },
  'node-failed': { status: 422, message: 'A node of the flow failed.', details: fault },
  'provider-failed': { status: 502, message: "A service that the flow uses didn't respond.", details: fault },
  'provider-rate-limit': {
    status: 429,
    message: 'A service that the flow uses is limiting requests. Try again later.',
    details: fault.extend({ retryAfterSeconds: z.number() }),
  },
  'provider-overloaded': {
    status: 503,
    message: 'A service that the flow uses is overloaded. Try again later.',
    details: fault.extend({ retryAfterSeconds: z.number() }),
  },
  'run-cancelled': { status: 409, message: 'The answer was stopped.', details: z.object({ text: z.string() }) },
  'run-interrupted': {
    status: 503,
    message: 'The server stopped before the answer was complete. Ask again.',
    details: z.object({ text: z.string() }),
  },
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key was used for a different request. Use a new one.',
    details: nothing,
  },
  'request-timeout': { status: 408, message: 'The request took too long to arrive.', details: nothing },
  'headers-too-large': { status: 431, message: 'The headers are larger than this server allows.', details: nothing },
  'payload-too-large': { status: 413, message: 'The request is larger than this server allows.', details: nothing },
  'unsupported-media-type': {
    status: 415,
    message: "This server doesn't support that content type.",
    details: nothing,
  },
  'too-many-requests': {
    status: 429,
    message: 'Too many requests. Wait a moment and try again.',
    details: z.object({ retryAfterSeconds: z.number() }).optional(),
  },
  internal: { status: 500, message: 'Something went wrong on the server.', details: nothing },
  'database-unavailable': {
    status: 503,
    message: "The database isn't responding. Nothing was changed; try again shortly.",
    details: nothing,
  },
  'files-unavailable': {
    status: 503,
    message: 'The storage for files does not answer right now. Try again shortly.',
    details: nothing,
  },
  'storage-full': {
    status: 507,
    message: 'The disk is full. Nothing was changed; free some space and try again.',
    details: nothing,
  },
  'queue-full': {
    status: 503,
    message: 'Too many questions are waiting. Try again in a moment.',
    details: z.object({ retryAfterSeconds: z.number() }),
  },
  overloaded: {
    status: 503,
    message: 'The server is at its limit. Try again in a moment.',
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
  error: z
    .string()
    .or(z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string() })),
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
