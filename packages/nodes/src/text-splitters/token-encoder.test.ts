import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TextSplitter } from '@chatwright/core'
import { createTokenEncoder } from './token-encoder.ts'
import tokenTextSplitter, { ENCODINGS } from './token-text-splitter.ts'

const samples = [
  '',
  'It is told, in a few words, what this line is about.\n\n  And SHE\u2019ll say: "don\'t, I\'VE 12345 reasons!"\r\n',
  'const answer = list.map(({ name }) => name.toUpperCase())\n\t\treturn answer // 42',
  'Zażółć gęślą jaźń. Ünïcödé, 東京都で寿司を食べる。 Привет, мир! مرحبا بالعالم',
  '🧵🪡🧶🪢 ꙮ𓀀 👩‍👩‍👧‍👦 \u{FEFF}end <|endoftext|> <|fim_prefix|>',
  'x'.repeat(150),
  'aAbB'.repeat(40),
  ' '.repeat(150),
  ' \n'.repeat(60),
  'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3),
]

/** What js-tiktoken 1.0.21 makes of these texts: its tables take seconds to set up. */
const RECORDED: Record<string, string> = {
  gpt2: 'mJPDxsyM3Y3aUTIr',
  r50k_base: 'mJPDxsyM3Y3aUTIr',
  p50k_base: 'Vu6G0hRWIJvwgzej',
  p50k_edit: 'Vu6G0hRWIJvwgzej',
  cl100k_base: 'md1pXwt3Ht6JdBie',
  o200k_base: 'myrbxYcPIwnkQHb2',
}

test.each(Object.entries(ENCODINGS))('%s gives the tokens that its vendor counts', async (name, load) => {
  const encoder = await createTokenEncoder((await load()).default)
  const hash = createHash('sha256')
  for (const text of [...samples, ...randomTexts(200)]) {
    const tokens = encoder.encode(text)
    hash.update(`${tokens.join()}\n`)
    expect(encoder.decode(tokens)).toBe(text)
  }
  expect(hash.digest('base64url').slice(0, 16)).toBe(RECORDED[name])
})

test('a text without a blank takes a few times what prose takes, and not fifty times', async () => {
  const { build } = tokenTextSplitter
  const splitter = (await build({
    inputs: { encodingName: 'gpt2', chunkSize: 400, chunkOverlap: 50 },
  } as never)) as TextSplitter
  const timeOf = async (text: string): Promise<number> => {
    const before = process.cpuUsage()
    await splitter.splitText(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const prose = 'It is told, in a few words, what this line of a long text is about.\n'.repeat(4000)
  await timeOf(prose)
  let times = Number.POSITIVE_INFINITY
  // A collection of garbage may spoil one look.
  for (let look = 0; look < 3 && times >= 12; look += 1)
    times = Math.min(times, (await timeOf('x'.repeat(prose.length))) / (await timeOf(prose)))
  expect(times).toBeLessThan(12)
})

/** The same texts each time, of letters that meet rarely. */
function randomTexts(count: number): string[] {
  const letters = Array.from("aeiou stn'\n 09.,;()éßж東🧵\u0301")
  let state = 4711
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random(60) }, () => letters[random(letters.length)]).join(''),
  )
}
