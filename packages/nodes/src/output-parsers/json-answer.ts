import { isShapeFault, parseJson, type JsonSchema, type OutputParser } from '@chatwright/core'
import { z } from 'zod'
import { bracketedPart, firstCodeBlock } from '../model-values/find-written.ts'
import { parseFailure } from './parse-failure.ts'

/** Each value is checked while everybody waits, and a list of thousands may be wrong in each. */
const MOST_VALUES = 100_000
const MOST_SHOWN = 20

/** A parser for answers that are JSON of a given shape. */
export function jsonAnswer(schema: JsonSchema, { autofix }: { autofix: boolean }): OutputParser {
  const shape = z.fromJSONSchema(schema)
  return {
    kind: 'output-parser',
    autofix,
    instructions: `Answer with JSON that conforms to this JSON Schema, in a code block marked json, and nothing else:\n\n\`\`\`json\n${JSON.stringify(schema, null, 2)}\n\`\`\``,
    parse(text) {
      const checked = shape.safeParse(readJson(text))
      if (checked.success) return checked.data
      const issues = checked.error.issues.slice(0, MOST_SHOWN)
      throw parseFailure(`The answer has the wrong format: ${z.prettifyError({ issues })}.`, text, checked.error)
    },
  }
}

/** Models wrap JSON in a code block or in a sentence. */
function readJson(text: string): unknown {
  let fault = "The answer isn't JSON."
  for (const candidate of [text, firstCodeBlock(text), bracketedPart(text)]) {
    if (candidate === undefined) continue
    try {
      return parseJson(candidate, { maxValues: MOST_VALUES })
    } catch (error) {
      // The next candidate may be better; when none is, that is said below.
      if (isShapeFault(error)) fault = 'The answer is nested too deeply or contains too many values.'
    }
  }
  throw parseFailure(fault, text)
}
