import { RecordingError } from '../../lib/recording/record-voice.ts'
import { clockOf, createVoiceRecorder, MAX_RECORDING_MINUTES } from '../../lib/recording/voice-recorder.ts'
import type { RecorderState, VoiceRecorder } from '../../lib/recording/voice-recorder.ts'
import { asObject, asText } from '../../lib/prediction/read-json.ts'
import { create } from '../dom.ts'
import { icon, icons } from '../icons.ts'
import type { SpeechHost } from './speech-part.ts'
import { fill } from './speech-texts.ts'
import type { SpeechTexts } from './speech-texts.ts'

interface Place {
  texts: SpeechTexts
  notice: HTMLElement
}

const microphoneIcon = icon('M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0z', 'M5 11a7 7 0 0 0 14 0', 'M12 18v3')

/** A button that records, and the line above the field that says what the microphone does or why it does not. */
export function addMicrophone(host: SpeechHost, { texts, notice }: Place): Pick<VoiceRecorder, 'discard'> {
  const recorder = createVoiceRecorder({
    transcribe: async (data) => {
      const response = await host.client.post(`/speech-to-text/${encodeURIComponent(host.client.flowId)}`, { data })
      return asText(asObject(await response.json())?.['text']) ?? ''
    },
    onSaid: (text) => host.composer.write(text),
  })
  const button = create('button', { class: 'mic', type: 'button' })
  host.composer.element.querySelector('button[type=submit]')?.before(button)
  const timer = create('span', { role: 'timer' })
  const discard = create('button', { type: 'button' }, texts.cancelRecording)
  button.addEventListener('click', () => {
    const isRecording = recorder.store.getState().phase === 'recording'
    void (isRecording ? recorder.stop() : recorder.start())
  })
  discard.addEventListener('click', () => recorder.discard())

  const draw = ({ phase, seconds, problem }: RecorderState) => {
    const label = phase === 'recording' ? texts.stopRecording : texts.record
    button.setAttribute('aria-label', label)
    button.title = label
    button.disabled = phase === 'opening' || phase === 'writing'
    button.replaceChildren(phase === 'recording' ? icons.stop() : microphoneIcon())
    timer.textContent = fill(texts.recording, { time: clockOf(seconds) })
    const lines: HTMLElement[] = []
    if (problem !== undefined) lines.push(create('p', { role: 'alert' }, wordsFor(problem, texts)))
    if (phase === 'recording') lines.push(create('p', {}, timer, discard))
    if (phase === 'writing') lines.push(create('p', { role: 'status' }, texts.writing))
    notice.replaceChildren(...lines)
  }
  let shown = recorder.store.getState()
  draw(shown)
  recorder.store.subscribe((state) => {
    // The clock alone is drawn in place: what is redrawn each second cannot be clicked.
    if (state.phase === shown.phase && state.problem === shown.problem) {
      timer.textContent = fill(texts.recording, { time: clockOf(state.seconds) })
    } else draw(state)
    shown = state
  })
  return recorder
}

function wordsFor(problem: unknown, texts: SpeechTexts): string {
  if (problem instanceof RecordingError) {
    return fill(texts.recordingProblem[problem.problem], { minutes: String(MAX_RECORDING_MINUTES) })
  }
  return problem instanceof Error && problem.message !== '' ? problem.message : texts.recordingProblem.failed
}
