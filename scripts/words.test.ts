import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The first column of the tables whose head says so. */
const forbidden = tableOf(read('docs/words.md'), 'Instead of')

/** The two kinds of flows, named where they are told apart. */
const KINDS = new Set(['Chat flow', 'Chat flows', 'chat flow', 'chat flows'])

/** What people read: the screens, the widget, the guides, and what nodes say of themselves, which is in the guides too. */
const texts = [
  ...filesIn('packages/ui/src/i18n/en', '.ts'),
  'packages/ui/src/i18n/voice-en.ts',
  'packages/ui/src/widget/texts.ts',
  ...filesIn('docs', '.md').filter((file) => !file.endsWith('docs/words.md')),
  'README.md',
].map((file) => ({ file, text: wordsOf(file) }))

test('the phrases of docs/words.md are written nowhere', () => {
  expect(forbidden.length).toBeGreaterThan(20)
  expect(texts.flatMap(({ file, text }) => faultsIn(text).map((fault) => `${file}: ${fault}`))).toEqual([])
})

test('what people build is a flow, on every screen', () => {
  const screens = texts.filter(({ file }) => file.includes('/i18n/en/'))
  const called = screens.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => /chat ?flows?\b/i.test(line))
      .map((line) => line.trim())
      .filter((line) => !KINDS.has(line) && line !== 'Chatflows')
      .map((line) => `${file}: ${line}`),
  )
  expect(called).toEqual([])
})

test('each phrase is found where it stands, in code and addresses it is none', () => {
  expect(faultsIn('Ask it anew, please.')).toEqual(['“anew” in “Ask it anew, please.”'])
  expect(faultsIn('A renewed marshall')).toEqual([])
  expect(proseOf('Write `anew` here: [there](anew.md)\n```\nanew\n```\n')).not.toContain('anew')
})

function faultsIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      forbidden.filter(({ pattern }) => pattern.test(line)).map(({ phrase }) => `“${phrase}” in “${line.trim()}”`),
    )
}

function tableOf(markdown: string, head: string): { phrase: string; pattern: RegExp }[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'))
  const first = rows.findIndex((row) => row.split('|')[1]?.trim() === head)
  const phrases: { phrase: string; pattern: RegExp }[] = []
  for (const row of rows.slice(first + 2)) {
    const phrase = row.split('|')[1]?.trim() ?? ''
    if (phrase === 'Before') break
    phrases.push({ phrase, pattern: new RegExp(String.raw`(?<![\w-])${phrase}(?![\w-])`, 'i') })
  }
  return phrases
}

/** The texts of a source, one in a line; of a guide, its prose. */
function wordsOf(file: string): string {
  const text = read(file)
  if (file.endsWith('.md')) return proseOf(text)
  return [...text.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map((match) => match[1] ?? '').join('\n')
}

function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)\n]*\)/g, ']')
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
