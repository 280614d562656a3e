export type RecordingProblem = 'refused' | 'no-microphone' | 'unsupported' | 'failed' | 'too-long'

/** Why nothing can be recorded. */
export class RecordingError extends Error {
  readonly problem: RecordingProblem
  constructor(problem: RecordingProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

export interface VoiceRecording {
  /** What was said, as a data URL. */
  stop(): Promise<string>
  /** Lets go of the microphone and keeps nothing. */
  discard(): void
}

/** Opens the microphone and records until it is told to stop. */
export async function recordVoice(): Promise<VoiceRecording> {
  // Missing on pages that are not secure.
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
  if (!devices || typeof MediaRecorder === 'undefined') throw new RecordingError('unsupported')
  const stream = await devices.getUserMedia({ audio: true }).catch((cause: unknown) => {
    throw new RecordingError(problemOf(cause), cause)
  })
  const recorder = new MediaRecorder(stream)
  const pieces: Blob[] = []
  let isBroken = false
  recorder.addEventListener('dataavailable', (event) => pieces.push(event.data))
  recorder.addEventListener('error', () => (isBroken = true))
  recorder.start()
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  return {
    async stop() {
      if (recorder.state !== 'inactive') {
        await new Promise<void>((resolve) => {
          recorder.addEventListener('stop', () => resolve(), { once: true })
          recorder.stop()
        })
      }
      letGo()
      if (isBroken) throw new RecordingError('failed')
      return dataUrlOf(new Blob(pieces, { type: recorder.mimeType || 'audio/webm' }))
    },
    discard() {
      if (recorder.state !== 'inactive') recorder.stop()
      letGo()
    },
  }
}

function problemOf(cause: unknown): RecordingProblem {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'no-microphone' : 'failed'
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new RecordingError('failed', reader.error)))
    reader.readAsDataURL(blob)
  })
}
