/** Texts of the microphone, in the chat and in the widget. */
export const recordingTexts = {
  record: 'Speak your question',
  stopRecording: 'Stop recording',
  cancelRecording: 'Discard the recording',
  recording: 'Recording, {{time}}',
  writing: 'Writing down what you said',
  recordingProblem: {
    refused: 'The microphone is blocked. Allow it for this page in the settings of your browser, then try again.',
    'no-microphone': 'No microphone was found. Connect one, then try again.',
    unsupported: 'This browser can’t record here. Open the page over HTTPS, or type your question.',
    failed: 'The recording was cut off. Try again.',
    'too-long': 'Recordings stop after {{minutes}} minutes. Your words so far were transcribed.',
  },
}

/** Texts of answers that are spoken. */
export const listeningTexts = {
  listen: 'Listen',
  silence: 'Stop listening',
  speechFailed: 'The answer could not be spoken: {{message}}',
  speechBlocked: 'The browser did not let the answer be played. Press Listen.',
}
