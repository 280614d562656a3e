import { parseJson, type CredentialValues } from '@chatwright/core'
import type { z } from 'zod'
import type { Hearing } from '../../flows/flows/speech-settings.ts'
import { failed, type VendorAccess } from './vendor-call.ts'

export interface Recording {
  name: string
  mimeType: string
  bytes: Uint8Array
}

export interface HearingUse {
  hearing: Hearing
  credential: CredentialValues
  access: VendorAccess
  signal: AbortSignal
}

export interface Transcript {
  text: string
  /** How long the recording is, where the provider says so. */
  seconds?: number | undefined
}

/** What is said in a recording. */
export type Transcribe = (recording: Recording, use: HearingUse) => Promise<Transcript>

/** A recording of speech has more bytes for each second. */
const FEWEST_BYTES_A_SECOND = 4000

/** How long a recording may be, where nobody says how long it is. */
export function longestSeconds({ bytes }: Recording): number {
  return Math.ceil(bytes.length / FEWEST_BYTES_A_SECOND)
}

export function soundFile(recording: Recording): File {
  return new File([recording.bytes as BlobPart], fileName(recording), { type: recording.mimeType })
}

/** Vendors tell the format by the ending of the name. */
function fileName({ name, mimeType }: Recording): string {
  const ending = endings[mimeType.split(';')[0] ?? '']
  return ending === undefined ? name : `recording.${ending}`
}

const endings: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/flac': 'flac',
}

/** A provider's answer, in the shape it is known for. */
export async function readTranscript<Value>(
  response: Response,
  shape: z.ZodType<Value>,
  vendor: string,
): Promise<Value> {
  try {
    return shape.parse(parseJson(await response.text()))
  } catch (cause) {
    throw failed(vendor, "didn't return a transcript. Check the address in the flow's settings.", cause)
  }
}
