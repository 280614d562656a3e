import type { WebhookTriggerValues } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import { startStep } from '../../flows/flows/start-step.ts'
import {
  DEFAULT_SIGNATURE_HEADER,
  DEFAULT_WINDOW_SECONDS,
  readWebhook,
  type SignatureSettings,
  type WebhookField,
  type WebhookSettings,
} from './read-webhook.ts'
import type { TriggerOf, TriggerRow, WebhookStore } from './webhook-store.ts'

export interface FoundWebhook {
  trigger: TriggerOf
  /** What is kept of it; nothing of a Start step that was saved a moment ago. */
  row: TriggerRow | undefined
  flow: FlowHead
  /** Nothing where the flow does not begin with a webhook. */
  settings: WebhookSettings | undefined
}

export interface FindOptions {
  /** As the newest version says, whether it is live or not. */
  isTest?: boolean
  /** Lets somebody in; without it the flow is only looked up. */
  admit?: (flowId: string) => Promise<FlowHead>
}

/** Finds a webhook by its id. The one of a Start step has the id of its flow. */
export type FindWebhook = (id: string, options?: FindOptions) => Promise<FoundWebhook>

export function createFindWebhook({
  store,
  library,
}: {
  store: Pick<WebhookStore, 'find'>
  library: Pick<FlowLibrary, 'head' | 'prepare'>
}): FindWebhook {
  return async (id, { isTest = false, admit = (flowId: string) => library.head(flowId) } = {}) => {
    const row = await store.find(id)
    const flow = await admit(row?.chatflow_id ?? id)
    const drawn = (await library.prepare(flow, isTest ? flow.version : undefined)).flow
    const found = { trigger: { id, flowId: flow.id }, row, flow }
    if (!row || row.id === row.chatflow_id) return { ...found, settings: readWebhook(drawn) }
    if (row.kind !== 'webhook') return { ...found, settings: undefined }
    const isForm = startStep(drawn)?.data.inputs['startInputType'] === 'formInput'
    return {
      ...found,
      settings: { ...ownWebhook(parseJson(row.settings) as WebhookTriggerValues), isOwn: true, isForm },
    }
  }
}

/** It was here before flows were given only what is signed. What signs everything leaves nothing out. */
export function handsOnUnsigned({ settings, row }: Pick<FoundWebhook, 'settings' | 'row'>): boolean {
  return settings?.signature?.type === 'hmac-sha256' && row?.hands_on_unsigned === 1
}

/** What was set beside the drawing, in the terms in which a Start step is read. */
function ownWebhook(values: WebhookTriggerValues): WebhookSettings {
  const { method = 'POST', contentType = 'application/json', responseMode = 'sync', signature = 'none' } = values
  const fieldsOf = (place: string): WebhookField[] =>
    (values.fields ?? []).flatMap(({ in: stands, name, type, required = false }) =>
      stands === place ? [{ name: name.trim(), isRequired: required, ...(type !== undefined && { type }) }] : [],
    )
  return {
    method,
    contentType,
    responseMode,
    text: values.question ?? '{{$webhook.body.question}}',
    signature:
      signature === 'none'
        ? undefined
        : {
            header: values.signatureHeader?.trim().toLowerCase() || DEFAULT_SIGNATURE_HEADER,
            type: signature,
            windowSeconds: windowOf(signature, values.goodForSeconds),
          },
    callbackUrl: values.callbackUrl?.trim() ?? '',
    callbackSecret: '',
    deliveryHeader: values.deliveryHeader?.trim().toLowerCase() ?? '',
    fields: values.fields?.length
      ? { query: fieldsOf('query'), headers: fieldsOf('headers'), body: fieldsOf('body') }
      : undefined,
  }
}

/** What signs everything signs the time, too. */
function windowOf(type: SignatureSettings['type'], seconds: number | null | undefined): number | undefined {
  if (type === 'plain-token') return undefined
  return seconds ?? (type === 'v2' ? DEFAULT_WINDOW_SECONDS : undefined)
}
