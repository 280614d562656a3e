import { expect, test } from 'vitest'
import { buildDocx, LISTS, paragraph, PICTURE, run, style, table } from '../../test/build-docx.ts'
import parseDocx from './parse-docx.ts'

async function read(parts: Parameters<typeof buildDocx>[0]): Promise<string> {
  return parseDocx({ bytes: await buildDocx(parts) })
}

test('headings, paragraphs and line breaks are kept, and bold print leaves no marks', async () => {
  const body = [
    paragraph('Pinewood', { style: 'Title' }),
    paragraph('Arrival', { style: 'Heading1' }),
    `<w:p>${run('Check in from ')}${run('two', '<w:b/>')}${run(' until ')}${run('nine', '<w:i/>')}${run('.')}</w:p>`,
    paragraph('Late guests', { style: 'Heading2' }),
    '<w:p><w:r><w:t>Ring us:</w:t><w:br/><w:t>0123</w:t><w:tab/><w:t>456</w:t></w:r></w:p>',
  ]
  const styles = [
    style({ id: 'Title', name: 'Title' }),
    style({ id: 'Heading1', name: 'heading 1' }),
    style({ id: 'Heading2', name: 'heading 2' }),
  ]
  expect(await read({ body: body.join(''), styles: styles.join('') })).toBe(
    '# Pinewood\n\n# Arrival\n\nCheck in from two until nine.\n\n## Late guests\n\nRing us:\n0123 456',
  )
})

test('lists keep their levels and their numbers, also around a paragraph', async () => {
  const item = (text: string, id: number, level = 0): string => paragraph(text, { list: { id, level } })
  const body = [
    item('Bread', 1),
    item('Rye', 1, 1),
    item('Wheat', 1, 1),
    item('Milk', 1),
    paragraph('How to bake:'),
    item('Knead.', 2),
    item('By hand', 2, 1),
    item('By machine', 2, 1),
    paragraph('Let it rest.'),
    item('Bake.', 2),
    item('At 220 degrees', 2, 1),
  ]
  expect(await read({ body: body.join(''), numbering: LISTS })).toBe(
    `- Bread
   - Rye
   - Wheat
- Milk

How to bake:

1. Knead.
   1. By hand
   2. By machine

Let it rest.

2. Bake.
   1. At 220 degrees`,
  )
})

test('a table stays a table, with a pipe in a cell, and cells that reach over columns and rows', async () => {
  const spanning = (text: string, properties: string) => ({ text, properties })
  const rows = [
    ['Day', 'From | to', 'Remark'],
    [spanning('Monday', '<w:vMerge w:val="restart"/>'), '9 to 12', 'by\nappointment'],
    [spanning('', '<w:vMerge/>'), '14 to 17', ''],
    [spanning('Closed in August', '<w:gridSpan w:val="2"/>'), 'really'],
    ['', '', ''],
  ]
  expect(await read({ body: paragraph('Hours') + table(rows) + paragraph('End') })).toBe(
    `Hours

| Day | From \\| to | Remark |
| --- | --- | --- |
| Monday | 9 to 12 | by appointment |
| Monday | 14 to 17 |  |
| Closed in August |  | really |

End`,
  )
})

test('a table of two columns has a head only where one can be seen', async () => {
  const rows = [
    ['Telephone', '0123'],
    ['Fax', '0124'],
  ]
  const repeated = table(rows).replace('<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>')
  const bold = table(rows).replaceAll(/<w:rPr>(?=<\/w:rPr><w:t[^>]*>(?:Telephone|0123)<)/g, '<w:rPr><w:b/>')
  const withHead = '| Telephone | 0123 |\n| --- | --- |\n| Fax | 0124 |'
  expect(await read({ body: table(rows) + bold + repeated })).toBe(
    `|  |  |\n| --- | --- |\n| Telephone | 0123 |\n| Fax | 0124 |\n\n${withHead}\n\n${withHead}`,
  )
})

test('a table that only lays out the page is read as text', async () => {
  const long = 'A paragraph that goes on for a while about one thing and another. '.repeat(6).trim()
  const rows = [[`Left\n${long}`, `Right\n${long}`]]
  expect(await read({ body: table(rows) + table([['A frame around\ntwo lines']]) })).toBe(
    `Left\n\n${long}\n\nRight\n\n${long}\n\nA frame around\n\ntwo lines`,
  )
})

test('a cell said to reach over a million columns is cut', async () => {
  const wide = { text: 'wide', properties: '<w:gridSpan w:val="1000000000"/>' }
  const [head = ''] = (await read({ body: table([[wide], ['a', 'b']]) })).split('\n')
  expect(head.split('|')).toHaveLength(102)
})

test('headings are known by their outline level, whatever their style is called', async () => {
  const styles = [
    style({ id: 'berschrift1', name: 'Überschrift Haus', more: '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>' }),
    style({ id: 'Rot', name: 'Rote Überschrift', more: '<w:basedOn w:val="berschrift1"/>' }),
    style({ id: 'Klein', name: 'Klein', more: '<w:basedOn w:val="Rot"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>' }),
    style({
      id: 'Text',
      name: 'Text',
      more: '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>',
    }),
    style({ id: 'A', name: 'A', more: '<w:basedOn w:val="B"/>' }),
    style({ id: 'B', name: 'B', more: '<w:basedOn w:val="A"/>' }),
  ]
  const body = ['berschrift1', 'Rot', 'Klein', 'Text', 'A'].map((id) => paragraph(`In ${id}`, { style: id }))
  expect(await read({ body: body.join(''), styles: styles.join('') })).toBe(
    '# In berschrift1\n\n# In Rot\n\n### In Klein\n\nIn Text\n\nIn A',
  )
})

test('without heading styles, short lines in bold or large print are headings', async () => {
  const body = [
    paragraph('Rules of the pool', { print: '<w:sz w:val="32"/>' }),
    paragraph('Please read them all, they are few.', { print: '<w:sz w:val="22"/>' }),
    paragraph('Opening hours', { print: '<w:b/><w:sz w:val="22"/>' }),
    paragraph('From seven to nine.', { print: '<w:sz w:val="22"/>' }),
    paragraph('No running!', { print: '<w:b/><w:sz w:val="22"/>' }),
    `<w:p>${run('Dogs', '<w:b/>')}${run(' wait outside')}</w:p>`,
  ]
  expect(await read({ body: body.join('') })).toBe(
    `## Rules of the pool

Please read them all, they are few.

## Opening hours

From seven to nine.

No running!

Dogs wait outside`,
  )
  const oneLarge = paragraph('Rules', { print: '<w:sz w:val="36"/>' }) + paragraph('Please read them.')
  expect(await read({ body: oneLarge })).toBe('## Rules\n\nPlease read them.')
  const allBold = ['One', 'Two', 'Three.'].map((text) => paragraph(text, { print: '<w:b/>' }))
  expect(await read({ body: allBold.join('') })).toBe('One\n\nTwo\n\nThree.')
})

test('letters stay as they were written, and pictures are left out', async () => {
  const text = '1. Use `snake_case` * or_not [sic] <b>&amp;</b> 5 > 3 \\ ~ C:\\temp #1 – “ok” 🦊'
  const body = `${paragraph(text)}${PICTURE}<w:p><w:r><w:t>Donau</w:t><w:softHyphen/><w:t>dampf</w:t><w:noBreakHyphen/><w:t>Schiff</w:t></w:r></w:p>`
  expect(await read({ body })).toBe(`${text}\n\nDonaudampf-Schiff`)
})

test('the table of contents is left out, and footnotes stand at the end', async () => {
  const body = [
    paragraph('Contents', { style: 'TOCHeading' }),
    paragraph('Arrival 2', { style: 'TOC1' }),
    paragraph('Arrival', { style: 'Heading1' }),
    `<w:p>${run('It is free')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('.')}</w:p>`,
    paragraph('Leaving', { style: 'Heading1' }),
  ]
  const styles = [
    style({ id: 'TOCHeading', name: 'TOC Heading' }),
    style({ id: 'TOC1', name: 'toc 1' }),
    style({ id: 'Heading1', name: 'heading 1' }),
  ]
  const footnotes = `<w:footnote w:id="2">${paragraph('For children.')}</w:footnote>`
  expect(await read({ body: body.join(''), styles: styles.join(''), footnotes })).toBe(
    '# Arrival\n\nIt is free.\n\n# Leaving\n\nFor children.',
  )
})

test('an empty document is empty', async () => {
  expect(await read({ body: '' })).toBe('')
  expect(await read({ body: paragraph(' ') + PICTURE })).toBe('')
})
