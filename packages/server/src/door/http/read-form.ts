import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../ground/config/config.ts'
import { parseForm, parseUrlForm } from './parse-form.ts'

/** Boundaries and headers around the files. */
const FRAMING_BYTES = 64 * 1024

/** Reads forms; what a handler finds in `body` is a Form. */
export function installForms(app: FastifyInstance, config: Pick<Config, 'bodyLimit' | 'uploadLimit'>): void {
  const bodyLimit = Math.max(config.bodyLimit, config.uploadLimit) + FRAMING_BYTES
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit },
    async (request: FastifyRequest, body: Buffer) =>
      parseForm(body, request.headers['content-type'] ?? '', { fileSize: config.uploadLimit }),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: config.bodyLimit },
    async (request: FastifyRequest, body: Buffer) =>
      request.routeOptions.config.isRaw ? body : parseUrlForm(body.toString('utf8')),
  )
}
