import type { Handler } from '../../door/http/handle.ts'

/** A part of the server: the routes that it answers, and how it ends what it does again and again. */
export interface Group {
  handlers: Handler[]
  close?(): void | Promise<void>
}
