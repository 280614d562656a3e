import type { Drawing } from './drawing.ts'
import { quoted } from './values.ts'

interface Missing {
  product: string
  label: string
  type: string
  /** What to do instead. */
  hint: string
  /** The settings of the original, so that nothing is lost. */
  settings: unknown
  container?: string | undefined
}

const LONGEST_SETTINGS = 20_000

/** A step that stops the run with a sentence, and keeps what it stands for. */
export function addPlaceholder(
  drawing: Drawing,
  { product, label, type, hint, settings, container }: Missing,
): { id: string; sentence: string } {
  const sentence = `"${label}" (${type}) has no counterpart here. ${hint}`
  const kept = (JSON.stringify(settings, undefined, 2) ?? '').slice(0, LONGEST_SETTINGS).replaceAll('*/', '*\\/')
  const id = drawing.add({
    node: 'customFunctionAgentflow',
    label,
    container,
    inputs: {
      customFunctionJavascriptFunction: `/* From ${product}: ${type.replaceAll('*/', '')}\n${kept}\n*/\nthrow new Error(${quoted(sentence)})`,
    },
  })
  return { id, sentence }
}
