import type * as english from './voice-en.ts'

/** Texts of the microphone, in the chat and in the widget. */
export const recordingTexts: typeof english.recordingTexts = {
  record: 'Frage sprechen',
  stopRecording: 'Aufnahme beenden',
  cancelRecording: 'Aufnahme verwerfen',
  recording: 'Aufnahme läuft, {{time}}',
  writing: 'Was Sie gesagt haben, wird aufgeschrieben',
  recordingProblem: {
    refused:
      'Das Mikrofon ist gesperrt. Erlauben Sie es für diese Seite in den Einstellungen des Browsers und versuchen Sie es noch einmal.',
    'no-microphone': 'Es wurde kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es noch einmal.',
    unsupported:
      'Dieser Browser kann hier nicht aufnehmen. Öffnen Sie die Seite über HTTPS, oder schreiben Sie Ihre Frage.',
    failed: 'Die Aufnahme brach ab. Versuchen Sie es noch einmal.',
    'too-long': 'Eine Aufnahme endet nach {{minutes}} Minuten. Was bis dahin gesagt wurde, wird aufgeschrieben.',
  },
}

/** Texts of answers that are spoken. */
export const listeningTexts: typeof english.listeningTexts = {
  listen: 'Anhören',
  silence: 'Nicht mehr anhören',
  speechFailed: 'Die Antwort konnte nicht gesprochen werden: {{message}}',
  speechBlocked: 'Der Browser ließ die Antwort nicht abspielen. Drücken Sie Anhören.',
}
