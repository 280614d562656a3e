import { pino, type Logger } from 'pino'
import type { LogLevel } from '../config/config.ts'

/** Structured logs. Headers and bodies are never logged whole; what might slip in is redacted by name. */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers', '*.authorization', '*.password', '*.apiKey', '*.token', '*.secret', '*.encryptedData'],
      censor: '[redacted]',
    },
    serializers: {
      req: (request: { method?: string; url?: string; id?: string }) => ({
        method: request.method,
        // Without the query: it may hold what a person typed.
        path: request.url?.split('?')[0],
      }),
    },
  })
}
