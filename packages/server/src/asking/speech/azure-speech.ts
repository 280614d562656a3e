import { z } from 'zod'
import { readTranscript, soundFile, type Transcribe } from './recording.ts'
import { askVendor, failed } from './vendor-call.ts'

const VENDOR = 'Azure Speech'
const API_VERSION = '2024-11-15'
const Transcript = z.looseObject({
  combinedPhrases: z.array(z.looseObject({ text: z.string() })),
  durationMilliseconds: z.number().optional().catch(undefined),
})

/** Azure's fast transcription. */
export const azureSpeech: Transcribe = async (recording, { hearing, credential, access, signal }) => {
  const form = new FormData()
  const file = soundFile(recording)
  form.append('audio', file, file.name)
  form.append('definition', JSON.stringify(hearing.language === undefined ? {} : { locales: [hearing.language] }))
  const version = new URLSearchParams({ 'api-version': credential['apiVersion']?.trim() || API_VERSION })
  const address = `https://${regionOf(credential['serviceRegion'])}.api.cognitive.microsoft.com/speechtotext/transcriptions:transcribe?${version}`
  const response = await askVendor(
    VENDOR,
    () =>
      access.fetch(address, {
        method: 'POST',
        body: form,
        signal,
        headers: { 'ocp-apim-subscription-key': credential['azureSubscriptionKey'] ?? '' },
      }),
    { signal },
  )
  const { combinedPhrases, durationMilliseconds: ms } = await readTranscript(response, Transcript, VENDOR)
  return { text: combinedPhrases.map(({ text }) => text).join('\n'), seconds: ms === undefined ? ms : ms / 1000 }
}

/** People type `West Europe` as the portal shows it; anything that is no region would send the key elsewhere. */
function regionOf(typed = ''): string {
  const region = typed.replaceAll(' ', '').toLowerCase()
  if (/^[a-z0-9]+$/.test(region)) return region
  throw failed(
    VENDOR,
    "can't be called because its credential has no region. Enter the region that Azure shows next to the key.",
  )
}
