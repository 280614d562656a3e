import type { WebhookTriggerValues } from '@chatwright/contract'
import { listOf, type Flow } from '@chatwright/core'
import { oneOf, startStep, textOf, type StartInputs } from '../../flows/flows/start-step.ts'

/** How other programs begin a flow, as its Start step says. */
export interface WebhookSettings {
  method: (typeof METHODS)[number]
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
  /** What the steps take for the question: a text, which may refer to what was sent, or nothing. */
  text: string
  /** What deliveries must show, where they must show anything. */
  signature: SignatureSettings | undefined
  responseMode: 'sync' | 'async' | 'stream'
  callbackUrl: string
  callbackSecret: string
  /** The header in which a sender names each delivery; where none is given, the usual ones are looked at. */
  deliveryHeader: string
  fields: WebhookFields | undefined
  /** It is set beside the drawing. */
  isOwn?: boolean
  /** What was sent fills in the form that the flow begins with. */
  isForm?: boolean
}

export interface SignatureSettings {
  header: string
  type: Exclude<NonNullable<WebhookTriggerValues['signature']>, 'none'>
  /** Signatures hold the time, and are good for so long. */
  windowSeconds: number | undefined
}

export interface WebhookFields {
  query: WebhookField[]
  headers: WebhookField[]
  body: WebhookField[]
}

export interface WebhookField {
  name: string
  isRequired: boolean
  /** Of the body. */
  type?: string
}

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const
export const DEFAULT_SIGNATURE_HEADER = 'x-webhook-signature'
export const DEFAULT_WINDOW_SECONDS = 300
/** No signature is good for longer. */
export const LONGEST_WINDOW_SECONDS = 86_400

/** Reads the webhook off the Start step; nothing where the flow does not begin with one. */
export function readWebhook(flow: Pick<Flow, 'nodes'>): WebhookSettings | undefined {
  const inputs: StartInputs | undefined = startStep(flow)?.data.inputs
  if (inputs?.['startInputType'] !== 'webhookTrigger') return undefined
  const mode = oneOf(inputs, 'webhookInputMode', ['text', 'none', 'payload'])
  return {
    method: oneOf(inputs, 'webhookMethod', METHODS),
    contentType: oneOf(inputs, 'webhookContentType', ['application/json', 'application/x-www-form-urlencoded']),
    text: mode === 'text' ? textOf(inputs, 'webhookDefaultInput') : '',
    signature: isOn(inputs['webhookEnableAuth']) ? readSignature(inputs) : undefined,
    responseMode: oneOf(inputs, 'webhookResponseMode', ['sync', 'async', 'stream']),
    callbackUrl: textOf(inputs, 'callbackUrl').trim(),
    callbackSecret: textOf(inputs, 'callbackSecret'),
    deliveryHeader: textOf(inputs, 'webhookDeliveryHeader').trim().toLowerCase(),
    fields: isOn(inputs['webhookEnableValidation'])
      ? {
          query: readFields(inputs['webhookQueryParams']),
          headers: readFields(inputs['webhookHeaderParams']),
          body: readFields(inputs['webhookBodyParams']),
        }
      : undefined,
  }
}

function readSignature(inputs: StartInputs): SignatureSettings {
  const seconds = Number(textOf(inputs, 'webhookReplaySeconds') || DEFAULT_WINDOW_SECONDS)
  const type = oneOf(inputs, 'webhookSignatureType', ['hmac-sha256', 'v2', 'plain-token'])
  return {
    header: textOf(inputs, 'webhookSignatureHeader').trim().toLowerCase() || DEFAULT_SIGNATURE_HEADER,
    type,
    windowSeconds:
      type === 'v2' || (type === 'hmac-sha256' && isOn(inputs['webhookSignedTime']))
        ? Math.min(seconds > 0 ? seconds : DEFAULT_WINDOW_SECONDS, LONGEST_WINDOW_SECONDS)
        : undefined,
  }
}

function readFields(rows: unknown): WebhookField[] {
  return listOf(rows).flatMap((row) => {
    if (typeof row !== 'object' || row === null) return []
    const { name, type, required } = row as Record<string, unknown>
    if (typeof name !== 'string' || name.trim() === '') return []
    return [{ name: name.trim(), isRequired: isOn(required), ...(typeof type === 'string' && { type }) }]
  })
}

/** Files of other products hold switches as texts, too. */
function isOn(value: unknown): boolean {
  return value === true || value === 'true'
}
