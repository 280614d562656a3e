import { expect, test } from 'vitest'
import { printedPdf, type PrintedLine } from '../../test/sample-files.ts'
import parsePdf from './parse-pdf.ts'

async function read(...pages: PrintedLine[][]): Promise<string[]> {
  return (await parsePdf({ bytes: printedPdf(pages) })).pages
}

/** Lines below each other, as far apart as lines of a paragraph are. */
function block(texts: readonly string[], { y = 700, x = 72 }: { y?: number; x?: number } = {}): PrintedLine[] {
  return texts.map((text, index) => ({ text, x, y: y - index * 12 }))
}

const paragraph = [
  'The windows of the greenhouse open by them-',
  'selves when it is warmer than 27 degrees, and',
  'close again.',
]

test('lines broken at the edge of the page run on, and paragraphs stand apart', async () => {
  expect(await read([...block(paragraph), ...block(['Tomatoes are watered twice a day.'], { y: 650 })])).toEqual([
    'The windows of the greenhouse open by themselves when it is warmer than 27 degrees, and close again.\n\nTomatoes are watered twice a day.',
  ])
})

test('a word that has a hyphen elsewhere keeps it', async () => {
  const lines = ['A self-made bench stands by the door, and a self-', 'made table stands beside it, in the shade.']
  expect(await read(block(lines))).toEqual([
    'A self-made bench stands by the door, and a self-made table stands beside it, in the shade.',
  ])
})

test('short lines, rows of tables and items of lists stay lines of their own', async () => {
  const price = (name: string, amount: string, y: number): PrintedLine[] => [
    { text: name, y },
    { text: amount, x: 260, y },
  ]
  const lines = [
    ...block(paragraph),
    ...block(['Sonne', 'Main street 12', 'Town'], { y: 640 }),
    ...price('Espresso', '2.50', 580),
    ...price('Cappuccino', '3.20', 568),
    ...block(['• Closed on Mondays and on all holidays of the'], { y: 520 }),
    ...block(['state.'], { y: 508, x: 80 }),
    ...block(['• Dogs are welcome.', 'Thank you.'], { y: 496 }),
    { text: 'Coffee . . . . . . . . . . . . 3', y: 400 },
  ]
  const [page = ''] = await read(lines)
  expect(page.split('\n\n').slice(1)).toEqual([
    'Sonne\nMain street 12\nTown',
    'Espresso 2.50\nCappuccino 3.20',
    '- Closed on Mondays and on all holidays of the state.\n- Dogs are welcome.\nThank you.',
    'Coffee … 3',
  ])
})

test('what is printed clearly larger is a heading, a sentence is none', async () => {
  const body = Array.from({ length: 6 }, (_, index) => block(paragraph, { y: 560 - index * 60 })).flat()
  const [page = ''] = await read([
    { text: 'Handbook of the', size: 20, y: 740 },
    { text: 'greenhouse', size: 20, y: 716 },
    { text: 'Windows', size: 14, y: 680 },
    { text: 'Large, but a sentence.', size: 14, y: 640 },
    ...body,
  ])
  expect(page).toMatch(/^# Handbook of the greenhouse\n\n## Windows\n\nLarge, but a sentence\.\n\nThe windows of/)
})

test('page numbers are left out, running heads stand once, and numbers that say something stay', async () => {
  const page = (number: number, invoice: number): PrintedLine[] => [
    { text: `Invoice ${invoice}`, y: 740 },
    ...block([`This is what page ${number} says.`]),
    { text: `Page ${number} of 3`, y: 30, size: 8 },
    { text: 'Handbook 2026', y: 780 },
  ]
  expect(await read(page(1, 4711), page(2, 4944), page(3, 5002))).toEqual([
    'Handbook 2026\n\nInvoice 4711\n\nThis is what page 1 says.',
    'Invoice 4944\n\nThis is what page 2 says.',
    'Invoice 5002\n\nThis is what page 3 says.',
  ])
  expect((await read(page(1, 4711), page(2, 4944)))[1]).toContain('Page 2 of 3')
})

test('titles that count up with the pages stay, at the very top of them too', async () => {
  const slide = (number: number): PrintedLine[] => [
    { text: `Step ${number}`, y: 770, size: 20 },
    ...block(paragraph.map((line) => `${line} ${number}`)),
  ]
  expect((await read(slide(1), slide(2), slide(3))).map((page) => page.split('\n')[0])).toEqual([
    '# Step 1',
    '# Step 2',
    '# Step 3',
  ])
})
