import { AppError } from '@chatwright/contract'
import { findShapeFault, ShapeReader } from '@chatwright/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate } from 'node:timers/promises'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes as many values as fit into the body limit: whole databases. */
    isBulk?: boolean
    /** Takes the bytes as they were sent. */
    isRaw?: boolean
    /** Whoever likes may send to it. */
    isOpen?: boolean
  }
}

/** A small text of brackets and commas becomes a hundred times its size in memory. */
export const MAX_VALUES = 100_000
/** Of bodies that anybody may send: each value is checked against what the route takes, and most of the time goes into those that do not fit. */
export const MAX_OPEN_VALUES = 20_000

/** Larger bodies are decoded and looked at a piece in each turn, and parsed in one: tens of megabytes would otherwise keep everybody waiting. */
const LARGE = 1024 ** 2
/** What is escaped is read sign by sign, when it is parsed. Texts are sent as UTF-8, and files as base64, which need next to none. */
const MAX_ESCAPES = 2_000_000

/** Reads JSON bodies, and nothing else without being asked: a form of another site cannot pass for JSON as plain text. */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    // A compressed body could unfold to anything; none of our clients sends one.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      done(new AppError('unsupported-media-type'))
      return
    }
    // Clients send the content type with every request; an empty body says nothing, as none does.
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    if (request.routeOptions.config.isRaw) {
      done(null, bytes)
      return
    }
    const bounds = boundsOf(request)
    const take = ({ text, fault }: { text: string; fault: string | undefined }): void => {
      if (fault === undefined) void parse(request, text, done)
      else {
        const issues = [{ path: 'body', message: fault }]
        done(new AppError('invalid-request', { issues }, { message: `body: ${fault}` }))
      }
    }
    if (bytes.length > LARGE) readInTurns(bytes, bounds).then(take, done)
    else {
      const text = bytes.toString('utf8')
      take({ text, fault: findShapeFault(text, bounds) })
    }
  })
}

interface BodyBounds {
  maxValues: number
  maxEscapes: number
}

function boundsOf({ routeOptions: { config } }: FastifyRequest): BodyBounds {
  const { isBulk = false, isOpen = false } = config
  return {
    maxValues: isBulk ? Number.POSITIVE_INFINITY : isOpen ? MAX_OPEN_VALUES : MAX_VALUES,
    // A drawing comes as JSON in a text of JSON: each of its quotes is escaped, millions in a large one.
    maxEscapes: isOpen ? MAX_ESCAPES : Number.POSITIVE_INFINITY,
  }
}

async function readInTurns(
  bytes: Buffer,
  { maxValues, maxEscapes }: BodyBounds,
): Promise<{ text: string; fault: string | undefined }> {
  const decoder = new StringDecoder('utf8')
  const shape = new ShapeReader({ maxValues })
  const pieces: string[] = []
  let escapes = 0
  for (let at = 0; at < bytes.length; at += LARGE) {
    await setImmediate()
    const some = bytes.subarray(at, at + LARGE)
    if (maxEscapes !== Number.POSITIVE_INFINITY) escapes += escapesIn(some)
    if (escapes > maxEscapes)
      return { text: '', fault: `Contains more than ${maxEscapes} escaped characters. Send text as UTF-8` }
    const piece = decoder.write(some)
    const fault = shape.read(piece)
    if (fault !== undefined) return { text: '', fault }
    pieces.push(piece)
  }
  await setImmediate()
  const text = pieces.join('') + decoder.end()
  await setImmediate()
  return { text, fault: undefined }
}

/** By index: an iterator over bytes takes twenty times as long. */
function escapesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === BACKSLASH) count += 1
  return count
}

const BACKSLASH = 0x5c
