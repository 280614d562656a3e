import * as german from '../../i18n/voice-de.ts'
import * as english from '../../i18n/voice-en.ts'

export type SpeechTexts = typeof english.recordingTexts & typeof english.listeningTexts

export function speechTextsFor(language: string): SpeechTexts {
  const { recordingTexts, listeningTexts } = language.toLowerCase().startsWith('de') ? german : english
  return { ...recordingTexts, ...listeningTexts }
}

/** Puts values into a text, where it names them. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
