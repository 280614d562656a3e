import { randomUUID } from 'node:crypto'
import { findShapeFault, NodeError, parseJson, type CredentialValues } from '@chatwright/core'
import type { HttpAnswer } from '../http/http-exchange.ts'
import { readLooseJson } from './read-loose-json.ts'

interface Row {
  key?: unknown
  value?: unknown
}

/** Rows that have both a key and a value; the later of two with one key counts. */
export function filledRows(rows: readonly Row[] | undefined): Record<string, string> {
  const pairs = pairsIn(rows)
  return Object.fromEntries(pairs)
}

function pairsIn(rows: unknown): [string, string][] {
  if (!Array.isArray(rows)) return []
  return (rows as unknown[]).flatMap((row): [string, string][] => {
    const { key, value } = (row ?? {}) as Row
    const [name, text] = [asText(key).trim(), asText(value)]
    return name === '' || text === '' ? [] : [[name, text]]
  })
}

interface Body {
  body?: unknown
  /** What it is, where the builder does not say. */
  type?: string
}

/** What is sent, from a text or from rows, as the builder chose. */
export function readBody(given: unknown, bodyType: string | undefined): Body {
  const text = typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given)
  if (text.trim() === '') return {}
  switch (bodyType) {
    case 'formData':
      return multipart(pairsIn(readRows(text)))
    case 'xWwwFormUrlencoded':
      return {
        body: new URLSearchParams(pairsIn(readRows(text))).toString(),
        type: 'application/x-www-form-urlencoded',
      }
    case 'json':
      return { body: JSON.stringify(readJson(text)), type: 'application/json' }
    default:
      return { body: text, type: 'text/plain; charset=utf-8' }
  }
}

function readJson(text: string): unknown {
  try {
    return readLooseJson(text)
  } catch (cause) {
    throw new NodeError("The request body isn't JSON.", {
      code: 'bad-input',
      field: 'body',
      hint: 'Check quotes, commas and brackets, or choose "Raw" to send the text unchanged.',
      cause,
    })
  }
}

function readRows(text: string): unknown {
  const value = readJson(text)
  if (Array.isArray(value)) return value
  return Object.entries(value ?? {}).map(([key, each]) => ({ key, value: each as unknown }))
}

/** The parts are texts, so that the whole is one: with a mark between them that none of them holds. */
function multipart(pairs: readonly [string, string][]): Body {
  const mark = `----chatwright-${randomUUID()}`
  const parts = pairs.map(
    ([name, value]) => `--${mark}\r\ncontent-disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`,
  )
  return { body: `${parts.join('')}--${mark}--\r\n`, type: `multipart/form-data; boundary=${mark}` }
}

function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** What a credential says about who asks. */
export function credentialHeaders(credential: CredentialValues): Record<string, string> {
  const { basicAuthUsername, basicAuthPassword, token, key, value } = credential
  if (basicAuthUsername !== undefined) {
    const pair = Buffer.from(`${basicAuthUsername}:${basicAuthPassword ?? ''}`).toString('base64')
    return { authorization: `Basic ${pair}` }
  }
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  return key !== undefined && value !== undefined ? { [key]: value } : {}
}

export function isFile(responseType: string): boolean {
  return responseType === 'arraybuffer' || responseType === 'base64'
}

/** Each is gone through several times on its way into the run, in one go. */
const MOST_VALUES = 50_000

export function readAnswer({ bytes, text }: HttpAnswer, responseType: string): unknown {
  if (isFile(responseType)) return Buffer.from(bytes).toString('base64')
  if (responseType === 'text') return text
  const bounds = { maxDepth: Number.POSITIVE_INFINITY, maxValues: MOST_VALUES }
  if (/^\s*[[{]/.test(text) && findShapeFault(text, bounds) !== undefined) throw tooManyValues()
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function tooManyValues(): NodeError {
  return new NodeError(`The response is JSON with more than ${MOST_VALUES.toLocaleString('en')} values.`, {
    code: 'refused',
    field: 'url',
    hint: 'Request less data at once, such as one page of a list, or choose text as the response type.',
  })
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
