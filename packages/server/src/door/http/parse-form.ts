import { AppError } from '@chatwright/contract'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Form } from './form.ts'

export interface FormLimits {
  /** Bytes of one file. */
  fileSize: number
}

const MAX_FILES = 20
const MAX_FIELDS = 100
const MAX_FIELD_BYTES = 4 * 1024 ** 2
const MAX_HEADER_BYTES = 16 * 1024
/** RFC 2046 allows seventy; a few clients are more generous. */
const MAX_BOUNDARY = 200
/** So much is read before everybody else has a turn: of texts each byte is looked at. */
const TURN_BYTES = 2 * 1024 ** 2

/**
 * Reads multipart/form-data from its bytes. They are in memory as a whole, so that a malformed form is an error at once:
 * a reader of streams can wait for ever for the end of a header that was cut.
 */
export async function parseForm(body: Buffer, contentType: string, limits: FormLimits): Promise<Form> {
  const boundary = readBoundary(contentType)
  const opening = Buffer.from(`--${boundary}`, 'latin1')
  const closing = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const form = new Form()
  const preamble = body.subarray(0, opening.length).equals(opening) ? 0 : body.indexOf(closing) + 2
  if (preamble === 1) throw brokenForm()
  let parts = 0
  let turnEnds = TURN_BYTES
  for (let at = preamble + opening.length; !startsWith(body, at, '--');) {
    while (body[at] === SPACE || body[at] === TAB) at += 1
    const start = at + 2
    const headersEnd = body.indexOf('\r\n\r\n', start)
    const end = headersEnd < 0 ? -1 : body.indexOf(closing, headersEnd + 2)
    const isWhole = startsWith(body, at, '\r\n') && end >= headersEnd + 4 && headersEnd - start <= MAX_HEADER_BYTES
    if (!isWhole) throw brokenForm()
    parts += 1
    // Also those of which nothing is kept: a million of them are still read one by one.
    if (parts > MAX_FIELDS + MAX_FILES) throw new AppError('payload-too-large')
    addPart(form, body.toString('utf8', start, headersEnd), body.subarray(headersEnd + 4, end), limits)
    at = end + closing.length
    if (at < turnEnds) continue
    await nextTurn()
    turnEnds = at + TURN_BYTES
  }
  return form
}

/** Reads a form without files, as `curl -d` sends one. */
export function parseUrlForm(body: string): Form {
  const form = new Form()
  // Counted before it is cut, and no further than there may be: a million ampersands are a million fields.
  if (body.length > MAX_FIELD_BYTES || body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw new AppError('payload-too-large')
  for (const [name, value] of new URLSearchParams(body)) {
    if (name === '' || name in Object.prototype) throw brokenForm()
    form.fields.push({ name, value })
  }
  return form
}

const SPACE = 0x20
const TAB = 0x09

function startsWith(body: Buffer, at: number, text: '--' | '\r\n'): boolean {
  return body.toString('latin1', at, at + 2) === text
}

function readBoundary(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;,"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined || boundary.length > MAX_BOUNDARY) {
    throw brokenForm('The form has no boundary between its parts. Let your client set the content type.')
  }
  return boundary
}

function addPart(form: Form, headers: string, bytes: Buffer, limits: FormLimits): void {
  const { name, fileName, mimeType } = readHeaders(headers)
  if (name === undefined || name in Object.prototype) throw brokenForm()
  if (fileName === undefined) {
    if (form.fields.length >= MAX_FIELDS || bytes.length > MAX_FIELD_BYTES) throw new AppError('payload-too-large')
    form.fields.push({ name, value: bytes.toString('utf8') })
    return
  }
  // Browsers send a file field nobody filled as a file without a name.
  if (fileName === '' && bytes.length === 0) return
  if (form.files.length >= MAX_FILES || bytes.length > limits.fileSize) throw new AppError('payload-too-large')
  form.files.push({ name: fileName, mimeType, bytes })
}

interface PartHeaders {
  name: string | undefined
  fileName: string | undefined
  mimeType: string
}

function readHeaders(text: string): PartHeaders {
  const lines = text.split('\r\n')
  const valueOf = (header: string): string | undefined =>
    lines.find((line) => line.slice(0, header.length + 1).toLowerCase() === `${header}:`)?.slice(header.length + 1)
  const disposition = valueOf('content-disposition')?.trim() ?? ''
  const parameters = new Map<string, string>()
  if (/^form-data\s*(;|$)/i.test(disposition)) {
    for (const [, key = '', quoted, bare] of disposition.matchAll(
      /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/g,
    )) {
      parameters.set(key.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? bare ?? '')
    }
  }
  return {
    name: parameters.get('name'),
    fileName: readExtended(parameters.get('filename*')) ?? parameters.get('filename'),
    mimeType: valueOf('content-type')?.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream',
  }
}

/** `UTF-8''na%C3%AFve.txt`, as some clients write names beyond ASCII. */
function readExtended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

function brokenForm(message = 'The form is incomplete or malformed. Send it again.'): AppError {
  return new AppError('invalid-request', { issues: [{ path: 'body', message }] }, { message })
}
