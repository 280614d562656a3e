import { parseJson } from '@chatwright/core'
import { retryOrThrow } from '../http/retry.ts'
import { openCall, readText, type Call } from './exchange.ts'
import { networkError } from './provider-errors.ts'

/** Asks a provider for one JSON value, with the retries and time limits every provider call has. */
export async function requestJson<Value>(call: Call): Promise<Value> {
  return parse(await requestText(call), call) as Value
}

export async function requestText(call: Call): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await requestOnce(call)
    } catch (error) {
      const explain = (fault: unknown) => networkError(call.endpoint, fault)
      await retryOrThrow(error, { tries, signal: call.signal, explain })
    }
  }
}

async function requestOnce(call: Call): Promise<string> {
  const exchange = await openCall(call)
  try {
    return await readText(exchange, call.maxBytes)
  } finally {
    exchange.close()
  }
}

function parse(text: string, { endpoint }: Call): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw networkError(endpoint, error)
  }
}
