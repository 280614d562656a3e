import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longSentences, saysDu, shapesIn } from './words/shapes.ts'
import { proseIn, sentencesIn, textsIn, type Text } from './words/texts-in.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

interface Source {
  readonly file: string
  readonly texts: readonly Text[]
}

/** What the screens and the widget say. */
const screens = [
  ...filesIn('packages/ui/src/i18n/en', '.ts'),
  'packages/ui/src/i18n/voice-en.ts',
  'packages/ui/src/widget/texts.ts',
].map((file) => sourceOf(file, textsIn))

/** Errors, hints, descriptions, templates and the command line: every sentence in the code behind the screens. */
const sentences = ['contract', 'core', 'code', 'engine', 'nodes', 'server']
  .flatMap((name) => filesIn(`packages/${name}/src`, '.ts'))
  .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
  .map((file) => sourceOf(file, sentencesIn))

/** The rules quote what they forbid, and pages of nodes and routes are made of the sentences above. */
const guides = [...filesIn('docs', '.md'), 'README.md', 'CHANGELOG.md']
  .filter((file) => file !== 'docs/words.md' && !/^docs\/(?:nodes|reference)\//.test(file))
  .map((file) => sourceOf(file, (text) => proseIn(text)))

const everything = [...screens, ...sentences, ...guides]

const rules = read('docs/words.md')
const forbidden = columnOf(rules, 'Instead of', 1)
const notWritten = columnOf(rules, 'Write', 3).flatMap((cell) => cell.split(', '))

/** Screens that need a word of the last column: names of the menu, sides of cards, what the API calls a session, and German. */
const NAMED: readonly string[] = [
  'Executions',
  'executions',
  'Align left edges',
  'Align right edges',
  'Align top edges',
  'Align bottom edges',
  'Search by session',
  'Session {{id}}',
  'E-Mail',
]

/** The two kinds of flows, named where they are told apart, and the row of the menu. */
const KINDS = new Set(['Chat flow', 'Chat flows', 'chat flow', 'chat flows', 'Chatflows'])

/** Sentences that keep their shape: what a model is told by flows that are stored, and the name of a choice. */
const KEPT: readonly string[] = [
  'Sum up the conversation for somebody',
  'The Start step has no Default Input. Enter one, or choose the input mode None.',
]

/** For contributors: why things are as they are, and how they were measured. */
const FOR_CONTRIBUTORS = /^docs\/(?:decisions\/|promises\.md$|how-it-works\.md$)/

/** Guides that are still to be rewritten, with the faults each may have. These numbers only fall; a page without faults isn't here. */
const STILL_TO_WRITE: Readonly<Record<string, number>> = {
  'docs/api-and-embed.md': 23,
  'docs/flow-format.md': 2,
  'docs/knowledge.md': 22,
  'docs/moving-from-flowise.md': 20,
  'docs/security.md': 2,
  'docs/upgrading.md': 27,
}

test('the phrases of docs/words.md are written nowhere', () => {
  expect(forbidden.length).toBeGreaterThan(20)
  expect(everything.flatMap((source) => faultsOf(source, (text) => phrasesIn(text, forbidden)))).toEqual([])
})

test('on screens one thing has one word', () => {
  expect(notWritten).toContain('passages')
  const found = screens.flatMap((source) => faultsOf(source, (text) => phrasesIn(text, notWritten)))
  expect(found.filter((fault) => !NAMED.some((text) => fault.endsWith(`in “${text}”`)))).toEqual([])
})

test('what people build is a flow, on every screen', () => {
  const called = screens
    .filter(({ file }) => file.includes('/i18n/'))
    .flatMap((source) =>
      faultsOf(source, (text) =>
        /chat ?flows?\b/i.test(text) && !KINDS.has(text) && !/agent flow/i.test(text) ? ['chatflow'] : [],
      ),
    )
  expect(called).toEqual([])
})

test('no screen has a sentence of more than 20 words, or one of the shapes that read as translated', () => {
  const shapes = (text: string) => [...shapesIn(text), ...longSentences(text, 20)]
  expect(screens.flatMap((source) => faultsOf(source, shapes))).toEqual([])
})

test('no error, hint or description has more than 25 words in a sentence, or one of those shapes', () => {
  expect(sentences.flatMap(({ texts }) => texts).length).toBeGreaterThan(1000)
  const shapes = (text: string) => [...shapesIn(text), ...longSentences(text, 25)]
  const found = sentences.flatMap((source) => faultsOf(source, shapes))
  expect(found.filter((fault) => !KEPT.some((kept) => fault.includes(`in “${kept}`)))).toEqual([])
})

test('no guide has more of them than it had', () => {
  const shapes = (text: string) => [...shapesIn(text), ...longSentences(text, 25)]
  const found = guides
    .filter(({ file }) => !FOR_CONTRIBUTORS.test(file))
    .map((source) => ({ file: source.file, faults: faultsOf(source, shapes) }))
  const worse = found.filter(({ file, faults }) => faults.length > (STILL_TO_WRITE[file] ?? 0))
  expect(worse).toEqual([])
  const done = found.filter(({ file, faults }) => faults.length === 0 && file in STILL_TO_WRITE)
  expect(done.map(({ file }) => file)).toEqual([])
})

test('German speaks to everyone with Sie', () => {
  const german = [...filesIn('packages/ui/src/i18n/de', '.ts'), 'packages/ui/src/i18n/voice-de.ts'].map((file) =>
    sourceOf(file, textsIn),
  )
  expect(german.flatMap(({ texts }) => texts).length).toBeGreaterThan(1500)
  expect(german.flatMap((source) => faultsOf(source, (text) => (saysDu(text) ? ['du'] : [])))).toEqual([])
})

test('the changelog is read in a minute', () => {
  const changelog = read('CHANGELOG.md')
  expect(changelog.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const lines = changelog.split('\n').filter((line) => line.startsWith('- '))
  expect(lines.filter((line) => !/^- (?:You can now|Fixed:|Idle memory)/.test(line))).toEqual([])
})

test('what is forbidden is found, and nothing else', () => {
  expect(phrasesIn('Ask it anew.', forbidden)).toEqual(['anew'])
  expect(phrasesIn('A renewed marshall', forbidden)).toEqual([])
  expect(proseIn('Write `anew` here: [there](anew.md)\n```\nanew\n```\n')).toEqual([
    { line: 1, text: 'Write Code here: there' },
  ])
  expect(shapesIn('What is published answers.')).toEqual(['a clause as the subject'])
  expect(shapesIn('This is no address. There is no address. It is no longer here.')).toEqual(['“is no”'])
  expect(shapesIn('What would you like to do first?')).toEqual([])
  expect(shapesIn('Nobody reads it.')).toEqual(['“nobody”, “none” or “whoever”'])
  expect(longSentences('One two three. Four five six seven.', 3)).toEqual(['Four five six seven.'])
  expect(['Wähle du', 'Dein Flow', 'Durch Duplizieren'].map(saysDu)).toEqual([true, true, false])
  expect(sentencesIn("const a = `This isn't ${'x'}. Try again.` + 'no-sentence'", 'a.ts')).toEqual([
    { line: 1, text: "This isn't …. Try again." },
  ])
})

function faultsOf({ file, texts }: Source, faults: (text: string) => readonly string[]): string[] {
  return texts.flatMap(({ line, text }) => faults(text).map((fault) => `${file}:${line}: ${fault} in “${text}”`))
}

function phrasesIn(text: string, phrases: readonly string[]): string[] {
  return phrases.filter((phrase) => new RegExp(String.raw`(?<![\w{-])${phrase}(?![\w}-])`, 'i').test(text))
}

/** The cells of one column of the table whose head begins so. */
function columnOf(markdown: string, head: string, column: number): string[] {
  const lines = markdown.split('\n')
  const first = lines.findIndex((line) => line.startsWith('|') && line.split('|')[1]?.trim() === head)
  const rows = lines.slice(first + 2)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((row) => row.split('|')[column]?.trim() ?? '')
}

function sourceOf(file: string, read_: (text: string, file: string) => readonly Text[]): Source {
  return { file, texts: read_(read(file), file) }
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
