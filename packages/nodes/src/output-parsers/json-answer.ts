import { parseJson, type JsonSchema, type OutputParser } from '@chatwright/core'
import { z } from 'zod'
import { bracketedPart, firstCodeBlock } from '../model-values/find-written.ts'
import { parseFailure } from './parse-failure.ts'

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
      throw parseFailure(`The answer has the wrong shape: ${z.prettifyError(checked.error)}.`, text, checked.error)
    },
  }
}

/** Models wrap JSON in a code block or in a sentence. */
function readJson(text: string): unknown {
  for (const candidate of [text, firstCodeBlock(text), bracketedPart(text)]) {
    if (candidate === undefined) continue
    try {
      return parseJson(candidate)
    } catch {
      // The next candidate may be better; when none is, that is said below.
    }
  }
  throw parseFailure('The answer is not JSON.', text)
}
