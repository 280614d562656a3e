import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stepPolicy } from '@chatwright/core'
import { expect, test } from 'vitest'
import { ownRoot } from './catalogue/own-modules.ts'
import { scanFolder } from './catalogue/scan-folder.ts'

/** What an input says that nothing reads: old flows hold it, or only people do. */
const forNobody = /^(Has no effect here\.|Not supported\.|A name shown in traces\.)/

/** Read by what begins a run, before there is a step: by the server's webhooks and schedules. */
const TRIGGERS: ReadonlySet<unknown> = new Set(['webhookTrigger', 'scheduleInput'])

const { nodes } = await scanFolder(ownRoot)

/** Nodes of the first agent kind are read by what makes steps of them, by the names of their inputs. */
const olderFolder = new URL('../../core/src/flow/older/', import.meta.url)
const olderCode = readdirSync(olderFolder)
  .map((file) => readFileSync(new URL(file, olderFolder), 'utf8'))
  .join('\n')
  .replaceAll(/'(\w+)'/g, '.$1')

test('every input that a node declares is read by its code, or says that it is not', () => {
  const unread = nodes.flatMap(({ module, description }) => {
    const code = description.traits?.mapped ? olderCode : codeBehind(fileURLToPath(new URL(module, ownRoot)))
    return (
      description.inputs
        .filter((input) => !description.traits?.inert && !forNobody.test(input.description ?? ''))
        // The engine itself runs steps side by side, does what one is told about its failures, and writes what rows say.
        .filter((input) => !Object.hasOwn(stepPolicy, input.name) && input.name !== 'startParallel')
        .filter((input) => input.name !== description.traits?.step?.updatesState)
        .filter((input) => !TRIGGERS.has(input.show?.startInputType))
        .filter((input) => !isRead(input.name, code))
        .map((input) => `${description.name}.${input.name}`)
    )
  })
  expect(unread).toEqual([])
})

/** The text of a module and of all it imports from this package, without comments and quoted texts. */
function codeBehind(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return ''
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path]) =>
    fileURLToPath(new URL(path ?? '', `file://${file}`)),
  )
  const parts = imported.filter((path) => existsSync(path)).map((path) => codeBehind(path, seen))
  return [withoutTexts(text), ...parts].join('\n')
}

function withoutTexts(source: string): string {
  return source
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
}

/** A mention besides the declaration, which begins a line: `name: string({` or, when declared elsewhere, `name,`. */
function isRead(name: string, code: string): boolean {
  const declarations = new RegExp(
    `^\\s*(export const )?${name}(: \\{|: \\w+\\(| = \\w+\\(|: (fields|\\w+Inputs)\\.\\w+,|,)`,
    'gm',
  )
  return new RegExp(`\\b${name}\\b`).test(code.replaceAll(declarations, ''))
}
