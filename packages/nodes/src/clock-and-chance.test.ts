import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const FORBIDDEN = /\bDate\.now\b|\bMath\.random\b|\brandomUUID\b|\bnew Date\(\)/

/** What is inside a recorded call: a replay answers it whole, so that it may be another thing each time. */
const INSIDE_A_CALL: Readonly<Record<string, string>> = {
  'agents/read-reasoning.ts': 'The id of a call never leaves the agent: a model that reads text is told none.',
  'http/retry.ts': 'How long to wait before the next try of one request.',
  'model-values/new-call-id.ts': 'Given while a model is read, and recorded with what it said.',
  'services/mail-message.ts': 'A mark between parts of one request, and the id of one mail.',
  'steps/http-parts.ts': 'A mark between parts of one request.',
  'templates/keyless-outlines.ts': 'Code of a tool, run in the sandbox.',
  'templates/tool-templates.ts': 'Code of tools, run in the sandbox.',
  'tools/chatflow-tool.ts': 'The session of one call of a tool.',
  'tools/keep-pictures.ts': 'The name of a file that a tool made.',
}

test('clock and chance come from the run, but for what is recorded with its call', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture|bench)\.ts$/.test(name))
    .filter((name) => FORBIDDEN.test(readFileSync(join(import.meta.dirname, name), 'utf8')))
    .map((name) => relative('.', name).replaceAll('\\', '/'))
  expect(files.toSorted()).toEqual(Object.keys(INSIDE_A_CALL).toSorted())
})
