import { NodeError, type ChatModel, type CredentialValues, type NodeContext } from '@chatwright/core'
import { setTimeout as wait } from 'node:timers/promises'
import { completionPrompt } from '../openai-compatible/completion-model.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { missingKey } from '../providers/provider-errors.ts'
import { requestJson } from '../providers/request-json.ts'
import { pathSegment } from '../http/path-segment.ts'

export interface ReplicateSettings {
  endpoint: Endpoint
  /** `owner/name`, or `owner/name:version`. */
  model: string
  input: Readonly<Record<string, unknown>>
}

interface Prediction {
  id: string
  status: string
  output?: string | string[] | null
  error?: string | null
}

const pollMs = 500

export function replicateEndpoint(credential: CredentialValues, context: Pick<NodeContext, 'fetch'>): Endpoint {
  const key = credential.replicateApiKey
  if (!key) throw missingKey('Replicate', 'Replicate API')
  return {
    vendor: 'Replicate',
    baseUrl: 'https://api.replicate.com/v1',
    headers: { authorization: `Bearer ${key}` },
    fetch: context.fetch,
    credentialLabel: 'Replicate API',
  }
}

/** A model of Replicate. Its answers come whole: a prediction is started and then looked after until it is done. */
export function replicateModel({ endpoint, model, input }: ReplicateSettings): ChatModel {
  const [name = '', version] = model.split(':')
  return {
    kind: 'chat-model',
    modelName: model,
    style: 'completion',
    canCallTools: false,
    canSeeImages: false,
    async *stream({ messages }, { signal }) {
      const started = await requestJson<Prediction>({
        // The vendor holds the answer for a while, which saves asking again.
        endpoint: { ...endpoint, headers: { ...endpoint.headers, prefer: 'wait' } },
        path: version ? 'predictions' : `models/${pathOf(name)}/predictions`,
        body: { ...(version && { version }), input: { ...input, prompt: completionPrompt(messages) } },
        signal,
      })
      const { output, error, status } = await finished(started, endpoint, signal)
      if (status !== 'succeeded') throw failure(status, error)
      yield { type: 'text', text: Array.isArray(output) ? output.join('') : (output ?? '') }
      yield { type: 'finish', reason: 'stop' }
    },
  }
}

/** A run that is cancelled here is cancelled there too, since the vendor bills by the second. */
async function finished(started: Prediction, endpoint: Endpoint, signal: AbortSignal): Promise<Prediction> {
  const path = `predictions/${pathSegment('id', started.id)}`
  let prediction = started
  try {
    while (prediction.status === 'starting' || prediction.status === 'processing') {
      await wait(pollMs, undefined, { signal })
      prediction = await requestJson<Prediction>({ endpoint, path, signal })
    }
    return prediction
  } catch (error) {
    if (!signal.aborted) throw error
    const cancel = { endpoint, path: `${path}/cancel`, body: {}, signal: AbortSignal.timeout(5000) }
    await requestJson(cancel).catch(() => {})
    throw signal.reason
  }
}

function failure(status: string, error: string | null | undefined): NodeError {
  return new NodeError(`Replicate ended the prediction as ${status}${error ? `: ${error}` : '.'}`, {
    code: 'failed',
    hint: 'Check the model and its inputs on replicate.com.',
    field: 'model',
  })
}

/** `owner/name`, each in its own segment. */
function pathOf(name: string): string {
  return name
    .split('/')
    .map((part) => pathSegment('Model', part))
    .join('/')
}
