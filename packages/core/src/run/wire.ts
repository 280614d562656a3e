import type { RunEvent } from './events.ts'

/**
 * What a client accepts that reads run events as they are. Numbered: a page that was loaded before the next change goes on
 * asking for what it knows, and one that asks for nothing gets the frames of older clients.
 */
export const RUN_EVENTS_TYPE = 'text/event-stream;run-events=1'

/** Whether a media type, asked for or answered, is that of run events. */
export function isRunEvents(type: string | null | undefined): boolean {
  return type !== null && type !== undefined && /; *run-events=1(?![^ ;,])/.test(type)
}

/** An event as a client reads it from a frame; nothing when the frame is somebody else's. */
export function readRunEvent(data: string): RunEvent | undefined {
  try {
    const event: unknown = JSON.parse(data)
    return typeof event === 'object' && event !== null && 'type' in event ? (event as RunEvent) : undefined
  } catch {
    // Some proxies put words of their own into a stream.
    return undefined
  }
}
